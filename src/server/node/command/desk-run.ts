import { systemClock } from '#contract/system-clock.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ConfigError, nameOf, readDatabase } from '#server/node/config/config-values.ts'
import { readConfig } from '#server/node/config/config.ts'
import { notedOrigin } from '#server/node/config/start-notes.ts'
import { openStore } from '#server/node/storage/open-store.ts'
import { moveStore } from '#server/node/storage/store-move.ts'
import { clockOf } from '#server/storage/cluster.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import {
  addStaff,
  backUp,
  changeStaffPin,
  DeskComplaint,
  type DeskControls,
  enrol,
  listDevices,
  listStaff,
  printLog,
  printUnreadable,
  removeStaff,
  revokeDevice,
} from './desk-verbs.ts'
import type { ReadStream, WriteStream } from 'node:tty'
import { parseArgs } from 'node:util'

interface PinSource {
  readonly input: ReadStream
  readonly prompts: Pick<WriteStream, 'write'>
}

const longest = 1024

/** Reads a PIN that a script pipes in: all of standard input, without the final line break. */
async function pipedPin(input: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of input) {
    text += chunk.toString('utf8')
    if (text.length > longest) break
  }
  return text.replace(/\r?\n$/, '')
}

/** Reads a PIN that a person types, twice, without showing it. @throws {DeskComplaint} */
async function typedPin({ input, prompts }: PinSource): Promise<string> {
  if (!input.isTTY) throw new DeskComplaint('Here is no terminal to ask for the PIN: give --pin-stdin and pipe it in.')
  const pin = await hiddenLine({ input, prompts }, 'PIN (4 to 12 digits): ')
  const again = await hiddenLine({ input, prompts }, 'The same PIN again: ')
  if (pin !== again) throw new DeskComplaint('These were two different PINs. Nothing was changed.')
  return pin
}

const backspaces = ['\u007F', '\b']
const ends = ['\r', '\n', '\u0004']
const interrupt = '\u0003'

async function hiddenLine({ input, prompts }: PinSource, question: string): Promise<string> {
  prompts.write(question)
  input.setRawMode(true)
  input.setEncoding('utf8')
  input.resume()
  try {
    return await new Promise<string>((resolve, reject) => {
      let typed = ''
      function take(text: string): void {
        for (const letter of text) {
          if (ends.includes(letter) || letter === interrupt) {
            input.off('data', take)
            if (letter === interrupt) reject(new DeskComplaint('Nothing was changed.', 130))
            else resolve(typed)
            return
          }
          typed = backspaces.includes(letter) ? typed.slice(0, -1) : (typed + letter).slice(0, longest)
        }
      }
      input.on('data', take)
    })
  } finally {
    input.setRawMode(false)
    input.pause()
    prompts.write('\n')
  }
}

interface DeskTerminal extends PinSource, Pick<DeskControls, 'out' | 'complain'> {}

type Environment = Readonly<Record<string, string | undefined>>
/** A command's work: with the store, or, if it needs more, on its own. */
type Task = ((controls: DeskControls) => Promise<void>) | { readonly moveTo: string }

const usage = `npm run -s desk -- enrol [--json]                       a link and a code that let in one tablet
                   staff add "Sara" [--manager] [--pin-stdin]   who may act
                   staff list
                   staff pin "Sara" [--pin-stdin]       gives a new PIN, and signs out everywhere
                   staff remove "Sara"
                   devices                              the tablets
                   devices revoke ID                    cuts one off
                   log [--order ID|NUMBER] [--csv]      who did what, and what came of it
                   unreadable                           notifications that nobody could read, as they were kept
                   backup FILE                          a copy, while the server runs
                   move --to postgres://…               from the file into PostgreSQL, while no server runs`

/** Runs a command. @returns the exit code: 0 done, 1 refused, 2 not understood. */
export async function runDesk(args: readonly string[], env: Environment, terminal: DeskTerminal): Promise<number> {
  try {
    const task = await readTask(args, terminal)
    if ('moveTo' in task) await move(env, terminal, task.moveTo)
    else await withStore(env, terminal, task)
    return 0
  } catch (error) {
    const isExpected = [DeskComplaint, HttpError, ConfigError, StoreUnavailable].some((kind) => error instanceof kind)
    if (!(error instanceof Error) || !isExpected) throw error
    terminal.complain(error.message)
    return error instanceof DeskComplaint ? error.exitCode : 1
  }
}

async function readTask(args: readonly string[], terminal: DeskTerminal): Promise<Task> {
  const { values, positionals } = parse(args)
  const [verb, ...rest] = positionals
  const [first = '', second = ''] = rest
  const given = Object.keys(values).sort().join(' ')
  const is = (shape: string, count: number) => shape === `${verb} ${first}`.trim() && rest.length === count
  const askPin = () => (values['pin-stdin'] ? pipedPin(terminal.input) : typedPin(terminal))
  if (verb === 'enrol' && rest.length === 0 && ['', 'json'].includes(given)) {
    return (controls) => enrol(controls, values.json ?? false)
  }
  if (is('staff add', 2) && ['', 'manager', 'manager pin-stdin', 'pin-stdin'].includes(given)) {
    const { manager: isManager = false } = values
    return async (controls) => addStaff(controls, { name: second, pin: await askPin(), isManager })
  }
  if (is('staff pin', 2) && ['', 'pin-stdin'].includes(given)) {
    return async (controls) => changeStaffPin(controls, second, await askPin())
  }
  if (verb === 'log' && rest.length === 0 && ['', 'csv', 'csv order', 'order'].includes(given)) {
    const { order, csv = false } = values
    return (controls) => printLog(controls, order, csv)
  }
  if (verb === 'move' && rest.length === 0 && given === 'to' && values.to) return { moveTo: values.to }
  if (given !== '') throw notUnderstood()
  if (is('staff list', 1)) return listStaff
  if (is('staff remove', 2)) return (controls) => removeStaff(controls, second)
  if (is('devices', 0)) return listDevices
  if (is('unreadable', 0)) return printUnreadable
  if (is('devices revoke', 2)) return (controls) => revokeDevice(controls, second)
  if (verb === 'backup' && rest.length === 1 && first !== '') return (controls) => backUp(controls, first)
  throw notUnderstood()
}

function parse(args: readonly string[]) {
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        json: flag,
        manager: flag,
        'pin-stdin': flag,
        csv: flag,
        order: { type: 'string' },
        to: { type: 'string' },
      },
      allowPositionals: true,
    })
  } catch {
    throw notUnderstood()
  }
}

const notUnderstood = () => new DeskComplaint(usage, 2)

async function move(env: Environment, { out }: DeskTerminal, address: string): Promise<void> {
  const from = readDatabase(env['DATABASE_URL'])
  const to = readDatabase(address, '--to')
  if (from.kind !== 'file' || to.kind !== 'postgres') {
    throw new DeskComplaint('It moves from a file, which DATABASE_URL names, to postgres://…')
  }
  const rows = await moveStore({ file: from.file, to, now: systemClock.now(), report: out })
  out(`Moved: ${rows} rows, each read back and found alike.`)
  out('Start the servers with that address as DATABASE_URL. The file stays as it was: keep it as a copy.')
}

async function withStore(
  env: Environment,
  { out, complain }: DeskTerminal,
  task: (controls: DeskControls) => Promise<void>,
): Promise<void> {
  if (!env['VENDOR_BASE_URL']) {
    throw new DeskComplaint(
      'Without VENDOR_BASE_URL this is the practice store, which lives in its server’s memory: there is nothing to change from here.',
    )
  }
  // Reads only these settings, because the server alone may read the token.
  const { PORT, PUBLIC_ORIGIN, DATABASE_URL } = env
  const { publicOrigin, port, database } = readConfig({ PORT, PUBLIC_ORIGIN, DATABASE_URL })
  const store = await openStore(database, { clock: systemClock, log: () => undefined, exclusive: false })
  // For a live shop a new file would not be its server's.
  if (store.wasMade)
    complain(`There was no store (${nameOf(database)}): a new one was made. Is DATABASE_URL the server's?`)
  try {
    await task({
      store,
      clock: clockOf(store, systemClock),
      // If the system chose the port, only the server knows it.
      origin: publicOrigin ?? (port === 0 ? notedOrigin(database) : `http://localhost:${port}`),
      out,
      complain,
    })
  } finally {
    await store.close()
  }
}
