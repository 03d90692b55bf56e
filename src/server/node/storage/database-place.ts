import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLoopback } from '#contract/loopback.ts'
import { ConfigError } from '#server/node/config/config-error.ts'
import type { PostgresPlace } from './postgres-pool.ts'

// Where the store is, according to DATABASE_URL.

export type DatabasePlace =
  | { readonly kind: 'file'; readonly file: string }
  | (PostgresPlace & { readonly kind: 'postgres'; readonly isInTheOpen: boolean })

const variable = 'DATABASE_URL'

/** A description of the place without its address or user. */
export const nameOf = (place: DatabasePlace): string =>
  place.kind === 'file' ? resolve(place.file) : `schema ${place.schema}`

/** @throws {ConfigError} */
export function readDatabase(given: string | undefined, named = variable): DatabasePlace {
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
  if (file === '' || file.endsWith('/')) throw new ConfigError(variable, 'names no file')
  if (file.startsWith('//')) throw new ConfigError(variable, 'names another machine')
  const place = join(realFolder(dirname(resolve(file))), sep)
  const isServed = servedFolders.some((folder) => place.startsWith(join(realFolder(folder), sep)))
  if (isServed) throw new ConfigError(variable, 'lies in a folder that everybody is given')
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
    throw new ConfigError(variable, 'needs a folder "data" for the catalog, which cannot be made here')
  }
  return join(folder, `postgres-${name}.catalog`)
}
