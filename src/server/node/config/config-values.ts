import { isLoopback } from '#contract/text.ts'
import type { PostgresPlace } from '#server/node/storage/postgres-pool.ts'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** An unusable setting. Its message names the variable and never its value, which may be a secret. */
export class ConfigError extends Error {
  constructor(variable: string, message: string) {
    super(`${variable}: ${message}`)
  }
}

/** Why a server cannot listen; a taken port is what a person at the first start meets most. */
export const cannotListen = (variable: string, { code, message }: NodeJS.ErrnoException): ConfigError =>
  new ConfigError(
    variable,
    code === 'EADDRINUSE'
      ? 'another program listens there already: choose another PORT (EADDRINUSE)'
      : `cannot be listened on (${code ?? message})`,
  )

/** A host name or an IPv6 address. URL syntax also allows `{base_url}` or `*` here, which are mistakes. */
const serverName = /^(?:\[.+\]|[\w-]+(?:\.[\w-]+)*\.?)$/

/** @returns undefined if the text is no address, or has no server name. */
export function parseAddress(text: string): URL | undefined {
  const url = URL.parse(text)
  return url && serverName.test(url.hostname) ? url : undefined
}

export interface NamedDesk {
  readonly name: string
  /** Scheme, name and port. */
  readonly url: string
}

const atMost = 200
const nameLimit = 60

/** Reads `OTHER_DESKS`: `Name=https://…`, separated by commas. @throws {ConfigError} */
export function readOtherDesks(given: string | undefined): readonly NamedDesk[] {
  if (!given?.trim()) return []
  const desks = given.split(',').map(readDesk)
  if (desks.length > atMost) throw bad(`names more than ${atMost} desks`)
  for (const part of ['name', 'url'] as const) {
    if (new Set(desks.map((desk) => desk[part])).size < desks.length) throw bad(`has the same ${part} twice`)
  }
  return desks
}

/** Whether two servers would share cookies: browsers separate them by host name and not by port. */
export function shareCookies(desks: readonly NamedDesk[], publicOrigin: string | undefined): boolean {
  const origins = new Set([...desks.map(({ url }) => url), ...(publicOrigin === undefined ? [] : [publicOrigin])])
  return new Set([...origins].map((origin) => new URL(origin).hostname)).size < origins.size
}

const bad = (message: string) => new ConfigError('OTHER_DESKS', message)

function readDesk(text: string): NamedDesk {
  // Such an address has no equals sign, and a name may have one.
  const end = text.lastIndexOf('=')
  const name = text.slice(0, Math.max(0, end)).trim()
  if (name === '') throw bad('is a list of Name=https://…, separated by commas')
  // \p{C}: characters that are invisible or change the text direction.
  if ([...name].length > nameLimit || /\p{C}/u.test(name)) throw bad(`names a desk in more than ${nameLimit} letters`)
  const address = text.slice(end + 1).trim()
  const url = parseAddress(address)
  if (!url) throw bad('has what is not the address of a server')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw bad('must be https, or http on loopback')
  }
  if (url.origin !== address.replace(/\/$/, '').toLowerCase()) throw bad('has scheme, name and port of each only')
  return { name, url: url.origin }
}

const tokenLimit = 8192

/** Checks a bearer token that goes into a header. @throws {ConfigError} */
export function checkToken(token: string, variable: string): string {
  if (token.trim() === '') throw new ConfigError(variable, 'is empty')
  if (/^bearer\s/i.test(token)) throw new ConfigError(variable, 'is the token alone, without "Bearer"')
  if (!/^[\x21-\x7E]+$/.test(token)) throw new ConfigError(variable, 'has characters that cannot stand in a header')
  if (token.length > tokenLimit) throw tooLong(variable)
  return token
}

const tooLong = (name: string) => new ConfigError(name, 'is longer than 8 KiB')

const variable = 'VENDOR_TOKEN_FILE'
const lookAgainAfterMs = 1000

/**
 * Reads a token from a file, and again when the file changes. While the file is missing or unusable, as during a
 * replacement, the last valid token stays in use. `now` is in milliseconds.
 * @throws {ConfigError} if it is unusable at the start.
 */
export function tokenFile(path: string, now: () => number = () => performance.now()): () => string {
  let changedAt = changeOf(path)
  let token = readToken(path)
  let lookedAt = now()

  function lookAgain(): void {
    try {
      const change = changeOf(path)
      if (change === changedAt) return
      token = readToken(path)
      changedAt = change
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
    }
  }

  return () => {
    if (now() - lookedAt > lookAgainAfterMs) {
      lookedAt = now()
      lookAgain()
    }
    return token
  }
}

function changeOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path)
    return `${mtimeMs} ${size} ${ino}`
  } catch {
    throw new ConfigError(variable, 'cannot be read')
  }
}

/** Whether every account on this machine can read a file. */
export function isReadByOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o004) !== 0
}

function readToken(path: string): string {
  let text: string
  try {
    const info = statSync(path)
    // A pipe would never end, and a large file is no token.
    if (!info.isFile()) throw new ConfigError(variable, 'is no file')
    if (info.size > 2 * tokenLimit) throw tooLong(variable)
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(variable, 'cannot be read')
  }
  return checkToken(text.replace(/\r?\n$/, ''), variable)
}

// Where the store is, according to DATABASE_URL.

export type DatabasePlace =
  | { readonly kind: 'file'; readonly file: string }
  | (PostgresPlace & { readonly kind: 'postgres'; readonly isInTheOpen: boolean })

const databaseUrl = 'DATABASE_URL'

/** A description of the place without its address or user. */
export const nameOf = (place: DatabasePlace): string =>
  place.kind === 'file' ? resolve(place.file) : `schema ${place.schema}`

/** @throws {ConfigError} */
export function readDatabase(given: string | undefined, named = databaseUrl): DatabasePlace {
  const url = given || 'file:./data/desk.db'
  if (url.startsWith('file:')) return { kind: 'file', file: readFile(url) }
  if (/^postgres(?:ql)?:\/\//.test(url)) return readPostgres(url, named)
  throw new ConfigError(named, 'must begin with file: or postgres://')
}

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const servedFolders = ['dist', 'dist-demo', 'public'].map((name) => join(root, name))

/** The real path of a folder; the given path if it does not exist yet. */
const realFolder = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : folder)

function readFile(url: string): string {
  const file = url.slice('file:'.length).replace(/^\/\/(?=\/)/, '')
  if (file === '' || file.endsWith('/')) throw new ConfigError(databaseUrl, 'names no file')
  if (file.startsWith('//')) throw new ConfigError(databaseUrl, 'names another machine')
  const place = join(realFolder(dirname(resolve(file))), sep)
  const isServed = servedFolders.some((folder) => place.startsWith(join(realFolder(folder), sep)))
  if (isServed) throw new ConfigError(databaseUrl, 'lies in a folder that everybody is given')
  return file
}

const defaultSchema = 'vendor_desk'
const encryptions = ['disable', 'require', 'verify-full']

function readPostgres(text: string, named: string): DatabasePlace {
  const bad = (message: string) => new ConfigError(named, message)
  const url = URL.parse(text)
  if (!url || url.hash) throw bad('is not an address')
  if (url.hostname === '') throw bad('names no machine')
  if (!/^\/[^/]+$/.test(url.pathname)) throw bad('names no database')
  const unknown = [...url.searchParams.keys()].find((name) => !['schema', 'sslmode'].includes(name))
  if (unknown !== undefined) throw bad('has another parameter than schema and sslmode')
  const schema = url.searchParams.get('schema') ?? defaultSchema
  if (!/^[a-z_][a-z0-9_]{0,47}$/.test(schema) || schema.startsWith('pg_')) {
    throw bad('has a schema that is not lower-case letters, digits and underscores, at most 48')
  }
  const encryption = url.searchParams.get('sslmode')
  if (encryption !== null && !encryptions.includes(encryption)) {
    throw bad(`has another sslmode than ${encryptions.join(', ')}`)
  }
  url.searchParams.delete('schema')
  // The driver treats them alike, but prints a seven-line warning.
  if (encryption === 'require') url.searchParams.set('sslmode', 'verify-full')
  const isEncrypted = encryption === 'require' || encryption === 'verify-full'
  return { kind: 'postgres', url: url.href, schema, isInTheOpen: !isEncrypted && !isLoopback(url.hostname) }
}

/**
 * The path of a file for disposable data beside the database. A server on PostgreSQL uses a folder of its own, created
 * here: the one from systemd, else `data`.
 * @throws {ConfigError}
 */
export function besideDatabase(place: DatabasePlace, stateFolder: string | undefined): string {
  if (place.kind === 'file') return `${place.file}.catalog`
  const name = createHash('sha256').update(`${place.url} ${place.schema}`).digest('hex').slice(0, 12)
  const folder = stateFolder || 'data'
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    throw new ConfigError(databaseUrl, 'needs a folder "data" for the catalog, which cannot be made here')
  }
  return join(folder, `postgres-${name}.catalog`)
}
