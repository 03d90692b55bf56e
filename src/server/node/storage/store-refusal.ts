import { ConfigError } from '#server/node/config/config-error.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { reasonOf, sqliteCode } from './sqlite-dialect.ts'

// Why a store cannot be opened, for whoever reads a terminal: what PostgreSQL, SQLite or the system has a code for is
// said in words, by the name of the setting and without anything that the setting holds.

const refused = 'names a user or a password that the database refuses'
const unreached = 'names a database that cannot be reached'
const starting = 'names a database that still starts'
const locked = 'is locked by another program'

const words: ReadonlyMap<string | number | undefined, string> = new Map<string | number, string>([
  ['28P01', refused],
  ['28000', refused],
  ['3D000', 'names a database that is not there'],
  ['42501', 'is of a user who may not make its schema, or use what is in it'],
  ['57P03', starting],
  // What takes too long while it is opened is the wait for a server that makes the tables.
  ['55P03', locked],
  ['57014', locked],
  [5, locked],
  [6, locked],
  [8, 'names a file that this user may not write, or one in whose folder it may not'],
  [13, 'names a file on a disk without room'],
  [14, 'names a file that this user may not open, or one in whose folder it may not write'],
  ['ECONNREFUSED', unreached],
  ['ECONNRESET', unreached],
  ['ENOTFOUND', unreached],
  ['EAI_AGAIN', unreached],
  ['ETIMEDOUT', unreached],
  ['EHOSTUNREACH', unreached],
  ['ENETUNREACH', unreached],
  ['EPIPE', unreached],
])

/** What the driver of PostgreSQL says, without a code, where nobody answers or the line breaks. */
const driversUnreached = /^(?:Connection terminated|timeout|Query read timeout)/

/** The complaint about a store that cannot be used, by the name of a setting. */
export function storeRefusal(error: StoreUnavailable, named = 'DATABASE_URL'): ConfigError {
  const cause: unknown = error.cause ?? error
  const [known, code] = [wordsFor(cause), codeOf(cause)]
  if (known !== undefined) return new ConfigError(named, `${known} (${code ?? reasonOf(cause)})`)
  // A message of PostgreSQL's may quote a name or an address: its code does not.
  return new ConfigError(named, `cannot be used: ${typeof code === 'string' ? code : reasonOf(cause)}`)
}

/** That complaint where an error is of a store, and any other error as it is. */
export const nameStore = (error: unknown, named?: string): unknown =>
  error instanceof StoreUnavailable ? storeRefusal(error, named) : error

/** Whether a store may be there in a while without anybody changing a setting: nobody answers yet, or it starts. */
export function isStoreAwaited(error: unknown): error is StoreUnavailable {
  const known = error instanceof StoreUnavailable ? wordsFor(error.cause) : undefined
  return known === unreached || known === starting
}

function wordsFor(cause: unknown): string | undefined {
  const isUnreached = cause instanceof Error && driversUnreached.test(cause.message)
  return words.get(codeOf(cause)) ?? (isUnreached ? unreached : undefined)
}

/** SQLite's number, or the code of PostgreSQL or the system. */
function codeOf(cause: unknown): number | string | undefined {
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return sqliteCode(cause) ?? (typeof code === 'string' ? code : undefined)
}
