import { systemClock } from '#contract/system-clock.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ConfigError, nameOf, readDatabase } from '#server/node/config/config-values.ts'
import { readConfig } from '#server/node/config/config.ts'
import { notedOrigin } from '#server/node/config/start-notes.ts'
import { openStore } from '#server/node/storage/open-store.ts'
import { moveStore } from '#server/node/storage/store-move.ts'
import { clockOf } from '#server/storage/cluster.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { deskCommands, type Task } from './desk-commands.ts'
import { commandHelp, listHelp, misuse } from './desk-help.ts'
import { type PinSource, pipedPin, typedPin } from './desk-pin.ts'
import { DeskComplaint, type DeskControls } from './desk-verbs.ts'
import { parseArgs } from 'node:util'

interface DeskTerminal extends PinSource, Pick<DeskControls, 'out' | 'complain'> {}

type Environment = Readonly<Record<string, string | undefined>>

/** Runs a command. @returns the exit code: 0 done, 1 refused, 2 not understood. */
export async function runDesk(args: readonly string[], env: Environment, terminal: DeskTerminal): Promise<number> {
  // npm names the script that it runs.
  const program = env['npm_lifecycle_event'] === 'desk' ? 'npm run -s desk --' : 'desk'
  try {
    const task = readTask(args, program, terminal)
    if (typeof task === 'string') terminal.out(task)
    else if ('moveTo' in task) await move(env, terminal, task.moveTo)
    else await withStore(env, terminal, task)
    return 0
  } catch (error) {
    const isExpected = [DeskComplaint, HttpError, ConfigError, StoreUnavailable].some((kind) => error instanceof kind)
    if (!(error instanceof Error) || !isExpected) throw error
    terminal.complain(error.message)
    return error instanceof DeskComplaint ? error.exitCode : 1
  }
}

/** @returns what to do, or the help that was asked for. @throws {DeskComplaint} */
function readTask(args: readonly string[], program: string, terminal: DeskTerminal): Task | string {
  const { values, positionals } = parse(args, program)
  const { help, ...given } = values
  const words = positionals[0] === 'help' ? positionals.slice(1) : positionals
  const isHelp = help === true || words !== positionals
  const [group = ''] = words
  const found = findCommand(words)
  if (!found) {
    if (group !== '' && (words.length > 1 || !isGroup(group))) throw unknownCommand(program, words)
    if (isHelp) return listHelp(program, group)
    throw new DeskComplaint(listHelp(program, group), 2)
  }
  const { command, rest } = found
  if (isHelp) return commandHelp(program, command)
  const isMissing = Object.entries(command.options).some(([option, { isRequired }]) => isRequired && !given[option])
  const isForeign = Object.keys(given).some((option) => !Object.hasOwn(command.options, option))
  if (isMissing || isForeign || rest.length !== command.args.length || rest.includes('')) {
    throw new DeskComplaint(misuse(program, command), 2)
  }
  return command.task({
    args: rest,
    isOn: (option) => given[option] === true,
    valueOf(option) {
      const value = given[option]
      return typeof value === 'string' ? value : undefined
    },
    askPin: () => (given['pin-stdin'] ? pipedPin(terminal) : typedPin(terminal)),
  })
}

const isGroup = (word: string): boolean => deskCommands.some(({ name }) => name.startsWith(`${word} `))

/** The command with the longest name that `words` begin with, and the words after it. */
function findCommand(words: readonly string[]) {
  for (const length of [2, 1]) {
    const typed = words.slice(0, length).join(' ')
    const command = deskCommands.find(({ name, alias }) => name === typed || alias === typed)
    if (command) return { command, rest: words.slice(length) }
  }
  return undefined
}

function unknownCommand(program: string, [group = '', ...rest]: readonly string[]): DeskComplaint {
  const typed = [group, ...(isGroup(group) ? rest.slice(0, 1) : [])].join(' ')
  return new DeskComplaint(`There is no command ${JSON.stringify(typed)}: ${program} --help lists them.`, 2)
}

const options = Object.fromEntries(
  deskCommands
    .flatMap((command) => Object.entries(command.options))
    .map(([option, { value }]) => [option, { type: value === undefined ? 'boolean' : 'string' }] as const),
)

interface Parsed {
  readonly values: Readonly<Record<string, unknown>>
  readonly positionals: readonly string[]
}

/** Separates the options of all commands from the other words. @throws {DeskComplaint} */
function parse(args: readonly string[], program: string): Parsed {
  try {
    const help = { type: 'boolean', short: 'h' } as const
    return parseArgs({ args: [...args], options: { ...options, help }, allowPositionals: true })
  } catch {
    const found = findCommand(args)
    throw found ? new DeskComplaint(misuse(program, found.command), 2) : unknownCommand(program, args)
  }
}

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
