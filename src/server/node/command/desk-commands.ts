import { apiScopes } from '#contract/desk/api-keys.ts'
import { addKey, listKeys, removeKey } from './desk-keys.ts'
import {
  addStaff,
  backUp,
  changeRole,
  changeStaffPin,
  type DeskControls,
  enrol,
  listDevices,
  listStaff,
  printLog,
  printUnreadable,
  removeStaff,
  revokeDevice,
} from './desk-verbs.ts'

// The commands of `desk`: how each is typed, what --help says of it, and what it does.

/** A command's work: with the store, or, if it needs more, on its own. */
export type Task = ((controls: DeskControls) => Promise<void>) | { readonly moveTo: string }

interface Option {
  /** The name of its value; an option without one is a switch. */
  readonly value?: string
  readonly isRequired?: true
  readonly summary: string
}

/** What was typed after a command's name. */
interface Given {
  /** As many as the command has arguments. */
  readonly args: readonly string[]
  readonly isOn: (option: string) => boolean
  readonly valueOf: (option: string) => string | undefined
  readonly askPin: () => Promise<string>
}

export interface DeskCommand {
  /** As it is typed, such as `staff add`. */
  readonly name: string
  /** Another name that does the same. */
  readonly alias?: string
  /** The names of the words after it. */
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, Option>>
  readonly summary: string
  /** What follows the command's name in an example. */
  readonly example: string
  readonly task: (given: Given) => Task
}

const pinStdin: Option = { summary: 'reads the PIN from standard input instead of asking for it' }
const first = ({ args }: Given): string => args[0] ?? ''

export const deskCommands: readonly DeskCommand[] = [
  {
    name: 'pair',
    alias: 'enrol',
    args: [],
    options: {
      role: { value: 'ROLE', summary: 'pairs it as a counter (if omitted), station or display' },
      json: { summary: 'prints {"code","url","expires_at"} and nothing else' },
    },
    summary: 'prints a link and a code that pair one tablet, for 10 minutes',
    example: '',
    task: (given) => (controls) => enrol(controls, { isJson: given.isOn('json'), ofRole: given.valueOf('role') }),
  },
  {
    name: 'tablets',
    alias: 'devices',
    args: [],
    options: {},
    summary: 'lists the tablets, each with its id and role',
    example: '',
    task: () => listDevices,
  },
  {
    name: 'tablets role',
    alias: 'devices role',
    args: ['ID', 'ROLE'],
    options: {},
    summary: 'makes a tablet a counter, station or display; its page follows',
    example: '3f0c9a7e station',
    task:
      ({ args: [id = '', role = ''] }) =>
      (controls) =>
        changeRole(controls, id, role),
  },
  {
    name: 'tablets remove',
    alias: 'devices revoke',
    args: ['ID'],
    options: {},
    summary: 'removes a tablet: it no longer shows orders or rings',
    example: '3f0c9a7e',
    task: (given) => (controls) => revokeDevice(controls, first(given)),
  },
  {
    name: 'staff add',
    args: ['NAME'],
    options: { manager: { summary: 'lets the person change tablets and staff' }, 'pin-stdin': pinStdin },
    summary: 'adds a person who may act, and asks for their PIN',
    example: '"Sara" --manager',
    task: (given) => async (controls) => {
      const person = { name: first(given), pin: await given.askPin(), isManager: given.isOn('manager') }
      await addStaff(controls, person)
    },
  },
  { name: 'staff list', args: [], options: {}, summary: 'lists the people', example: '', task: () => listStaff },
  {
    name: 'staff pin',
    args: ['NAME'],
    options: { 'pin-stdin': pinStdin },
    summary: 'gives a person a new PIN, and signs them out everywhere',
    example: '"Sara"',
    task: (given) => async (controls) => changeStaffPin(controls, first(given), await given.askPin()),
  },
  {
    name: 'staff remove',
    args: ['NAME'],
    options: {},
    summary: 'removes a person, and signs them out everywhere',
    example: '"Sara"',
    task: (given) => (controls) => removeStaff(controls, first(given)),
  },
  {
    name: 'api-key add',
    args: ['NAME'],
    options: {
      scope: {
        value: 'SCOPE,…',
        isRequired: true,
        summary: `what the key lets a program do: ${apiScopes.join(', ')}`,
      },
      json: { summary: 'prints {"id","key"} and nothing else' },
    },
    summary: 'creates a key for another program, and prints it once',
    example: '"Till" --scope orders:read,orders:answer',
    task: (given) => (controls) =>
      addKey(controls, { name: first(given), scopes: given.valueOf('scope') ?? '', isJson: given.isOn('json') }),
  },
  {
    name: 'api-key list',
    args: [],
    options: {},
    summary: 'lists the keys of other programs, each with its id',
    example: '',
    task: () => listKeys,
  },
  {
    name: 'api-key remove',
    args: ['ID'],
    options: {},
    summary: 'removes a key: no program can use it any more',
    example: '3f0c9a7e',
    task: (given) => (controls) => removeKey(controls, first(given)),
  },
  {
    name: 'log',
    args: [],
    options: {
      order: { value: 'ID|NUMBER', summary: 'of one order alone, by its id or the number on its ticket' },
      csv: { summary: 'prints CSV' },
    },
    summary: 'prints who did what, and what came of it, newest first',
    example: '--order A-824',
    task: (given) => (controls) => printLog(controls, given.valueOf('order'), given.isOn('csv')),
  },
  {
    name: 'unreadable',
    args: [],
    options: {},
    summary: 'prints the notifications that nobody could read, as they were kept',
    example: '',
    task: () => printUnreadable,
  },
  {
    name: 'backup',
    args: ['FILE'],
    options: {},
    summary: 'copies the store into a new file, while the server runs',
    example: 'copy.db',
    task: (given) => (controls) => backUp(controls, first(given)),
  },
  {
    name: 'move',
    args: [],
    options: { to: { value: 'postgres://…', isRequired: true, summary: 'the address of the database to move to' } },
    summary: 'moves the store from its file into PostgreSQL, while no server runs',
    example: "--to 'postgres://desk:…@db.example/shops'",
    task: (given) => ({ moveTo: given.valueOf('to') ?? '' }),
  },
]
