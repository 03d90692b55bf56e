import { type DeskCommand, deskCommands } from './desk-commands.ts'

// What `desk --help` prints. `program` is what a person types for `desk`.

/** `text` beside `name`, as one row of a table. */
const row = (name: string, text: string, width: number): string => `  ${name.padEnd(width)}  ${text}`

/** An option as it is typed. */
const typed = (option: string, value: string | undefined): string => (value ? `--${option} ${value}` : `--${option}`)

const usageOf = ({ name, args, options }: DeskCommand): string =>
  [
    name,
    ...args,
    ...Object.entries(options).map(([option, { value, isRequired }]) =>
      isRequired ? typed(option, value) : `[${typed(option, value)}]`,
    ),
  ].join(' ')

/** Lists commands: all of them, or those of a group such as `staff`. */
export function listHelp(program: string, group = ''): string {
  const listed = deskCommands.filter(({ name }) => group === '' || name.startsWith(`${group} `))
  const width = Math.max(...listed.map((command) => usageOf(command).length))
  return [
    `Usage: ${program} ${group === '' ? '' : `${group} `}COMMAND`,
    '',
    ...listed.map((command) => row(usageOf(command), command.summary, width)),
    '',
    ...(group === '' ? ['All but "move" work beside the running server, on the same DATABASE_URL.'] : []),
    `${program} COMMAND --help says more about one command.`,
  ].join('\n')
}

/** Explains one command: its usage, its options and an example. */
export function commandHelp(program: string, command: DeskCommand): string {
  const { name, alias, options, summary, example } = command
  const rows = Object.entries(options).map(
    ([option, { value, summary: text }]) => [typed(option, value), text] as const,
  )
  const width = Math.max(...rows.map(([option]) => option.length))
  return [
    `Usage: ${program} ${usageOf(command)}`,
    '',
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    ...(alias === undefined ? [] : [`"${alias}" is another name for it.`]),
    '',
    ...(rows.length === 0 ? [] : ['Options:', ...rows.map(([option, text]) => row(option, text, width)), '']),
    'Example:',
    `  ${program} ${name} ${example}`.trimEnd(),
  ].join('\n')
}

/** Says how a command is typed, to somebody who typed it otherwise. */
export const misuse = (program: string, command: DeskCommand): string =>
  `Usage: ${program} ${usageOf(command)}\n${program} ${command.name} --help says more.`
