import { practicePeople } from '#contract/desk/people.ts'
import type { Level } from '#server/runtime/bug.ts'
import { styleText } from 'node:util'

// The server's log in words, for a person who reads it on a terminal.

/** Standard output, as far as the log needs it. */
export type LogStream = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

interface Entry {
  readonly event: string
  readonly level: Level
  /** Milliseconds since 1970. */
  readonly at: number
  /** Each value on one line and without misleading characters. */
  readonly fields: readonly (readonly [name: string, value: string])[]
}

type Paint = (format: Parameters<typeof styleText>[0], text: string) => string

const looks = { debug: 'dim', info: 'cyan', warn: 'yellow', error: 'red' } as const

/** One log entry in words, without a line end. */
export function inWords({ event, level, at, fields }: Entry, stream: LogStream): string {
  // Without colour if the terminal has none, or NO_COLOR is set.
  const paint: Paint = (format, text) => styleText(format, text, { stream: stream as NodeJS.WriteStream })
  const values: Readonly<Record<string, string>> = Object.fromEntries(fields)
  if (event === 'listening') return welcome(values, paint)
  if (event === 'configuration') return `${paint('yellow', 'Warning')}  ${values['message']}`
  const details = fields.map(([name, value]) => `${paint('dim', `${name}=`)}${value}`)
  return [paint('dim', timeOf(at)), paint(looks[level], event.replaceAll('_', ' ')), ...details].join('  ')
}

const timeOf = (at: number): string => new Date(at).toLocaleTimeString('en-GB')

/** The address to open, and how to go on from there. */
function welcome({ url = '', mode }: Readonly<Record<string, string>>, paint: Paint): string {
  const isPractice = mode === 'practice'
  const rows: readonly (readonly [string, string])[] = [
    ['Open', paint(['bold', 'underline'], url)],
    ...(isPractice ? signIns() : [['Tablets and staff', 'npm run -s desk -- --help'] as const]),
    ['Stop', 'Ctrl+C'],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    '',
    paint('bold', isPractice ? 'Vendor Desk: a practice store. Nothing in it is real.' : 'Vendor Desk is running.'),
    '',
    ...rows.map(([name, text]) => `  ${paint('dim', name.padEnd(width))}  ${text}`),
    '',
  ].join('\n')
}

const signIns = () =>
  practicePeople.map(
    ({ name, pin, isManager }, index) =>
      [index === 0 ? 'Sign in' : '', `${name}, PIN ${pin}${isManager ? ' (manager)' : ''}`] as const,
  )
