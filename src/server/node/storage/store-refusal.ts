import { ConfigError } from '#server/node/config/config-values.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { reasonOf, sqliteCode } from './sqlite-dialect.ts'

// Why a store cannot be opened, for people at a terminal: explains the codes of PostgreSQL, SQLite and the system, by
// the name of the setting and without its value.

const refused = 'names a user or a password that the database refuses'
const unreached = 'names a database that cannot be reached'
const starting = 'names a database that still starts'
const locked = 'is locked by another program'

const explanations: ReadonlyMap<string | number | undefined, string> = new Map<string | number, string>([
  ['28P01', refused],
  ['28000', refused],
  ['3D000', 'names a database that is not there'],
  ['42501', 'is of a user who may not make its schema, or use what is in it'],
  ['57P03', starting],
  // While a store is opened, only waiting for a server that creates the tables takes too long.
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

/** Messages of PostgreSQL's driver, which have no code, for an unreachable server or a broken connection. */
const driversUnreached = /^(?:Connection terminated|timeout|Query read timeout)/

/** Describes an unusable store, by the name of a setting. */
export function storeRefusal(error: StoreUnavailable, named = 'DATABASE_URL'): ConfigError {
  const cause: unknown = error.cause ?? error
  const [known, code] = [explanationOf(cause), codeOf(cause)]
  if (known !== undefined) return new ConfigError(named, `${known} (${code ?? reasonOf(cause)})`)
  // A message from PostgreSQL may quote a name or an address, but its code does not.
  return new ConfigError(named, `cannot be used: ${typeof code === 'string' ? code : reasonOf(cause)}`)
}

/** Converts a store's error as above, and returns any other unchanged. */
export const nameStore = (error: unknown, named?: string): unknown =>
  error instanceof StoreUnavailable ? storeRefusal(error, named) : error

/** Whether a store may become available without a changed setting: it is unreachable or starting. */
export function isStoreAwaited(error: unknown): error is StoreUnavailable {
  const known = error instanceof StoreUnavailable ? explanationOf(error.cause) : undefined
  return known === unreached || known === starting
}

function explanationOf(cause: unknown): string | undefined {
  const isUnreached = cause instanceof Error && driversUnreached.test(cause.message)
  return explanations.get(codeOf(cause)) ?? (isUnreached ? unreached : undefined)
}

/** SQLite's number, or the code of PostgreSQL or the system. */
function codeOf(cause: unknown): number | string | undefined {
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return sqliteCode(cause) ?? (typeof code === 'string' ? code : undefined)
}
