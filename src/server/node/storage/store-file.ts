import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '#server/node/config/config-values.ts'
import { reasonOf, sqliteCode } from './sqlite-dialect.ts'

// The database's file on the disk. Beware: closing the file by other means than SQLite drops all locks of this process
// on it (POSIX). So a file that may be in use is renamed and examined, never opened.

const variable = 'DATABASE_URL'
const busyMs = 1000

/** SQLite's codes for corrupt, and not a database. */
const damagedCodes: readonly (number | undefined)[] = [11, 26]
const busyCodes: readonly (number | undefined)[] = [5, 6]

/** Creates the folder and an empty private file if missing. @throws {ConfigError} */
export function prepareFile(file: string): void {
  try {
    makeFolder(dirname(file))
    if (!statSync(file, { throwIfNoEntry: false })) makeOwnFile(file)
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(file)) throw new ConfigError(variable, `cannot be written there (${codeOf(error)})`)
  }
  if (!statSync(file).isFile()) throw new ConfigError(variable, 'is no file')
}

const sqliteHead = 'SQLite format 3\0'

/**
 * Refuses a file that is no database and that no server has used: it belongs to somebody else, and must not be treated
 * as a damaged one.
 * @throws {ConfigError}
 */
export function refuseForeign(file: string): void {
  const head = headOf(file)
  if (head !== '' && head !== sqliteHead)
    throw new ConfigError(variable, 'names a file that is no database; nothing in it was changed')
}

/** The first characters of a file; empty if it cannot be read, which opening it will report. */
function headOf(file: string): string {
  try {
    if (!statSync(file).isFile()) return ''
    const descriptor = openSync(file, 'r')
    const head = Buffer.alloc(sqliteHead.length)
    const length = readSync(descriptor, head)
    closeSync(descriptor)
    return head.toString('latin1', 0, length)
  } catch {
    return ''
  }
}

/**
 * Creates a folder and its parents one by one: Node's recursive mkdir never returns where none can be created, as in
 * /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(folder)) throw error
  }
  sync(dirname(folder))
}

/** Creates an empty private file. @throws if it exists. */
export function makeOwnFile(file: string): void {
  closeSync(openSync(file, 'wx', 0o600))
  chmodSync(file, 0o600)
}

/**
 * Locks out a second server until `release` or the end of the process, however it ends: a system lock on a separate
 * file.
 * @throws {ConfigError} if another server has it.
 */
export function takeLock(file: string): { release(): void } {
  prepareFile(file)
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('begin exclusive')
  } catch (error) {
    lock?.close()
    if (busyCodes.includes(sqliteCode(error))) throw new ConfigError(variable, 'is in use by another server')
    const name = basename(file)
    throw new ConfigError(variable, `cannot be locked by ${name}, see whose file that is: ${reasonOf(error)}`)
  }
  const taken = lock
  return { release: () => taken.close() }
}

/** Whether SQLite is 3.51.3 or later: earlier versions may damage the file when the log restarts. */
export function isSafeSqlite(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major * 1_000_000 + minor * 1000 + patch >= 3_051_003
}

/** Linux numbers of network file systems: NFS, SMB, CIFS, SMB2, AFS, Ceph. */
const networkKinds: readonly number[] = [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400]

/** Whether a file is on a network file system, where SQLite's locks and write-ahead log are unsafe. */
export const isOnNetwork = (file: string): boolean => networkKinds.includes(statfsSync(dirname(file)).type)

/** Opens a database so that a commit is on the disk when it returns. @throws if it cannot be opened, or is damaged. */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyMs })
  setUp(database)
  return database
}

function setUp(database: DatabaseSync): void {
  try {
    const mode = database.prepare('pragma journal_mode = wal').get()?.['journal_mode']
    if (mode !== 'wal') throw new ConfigError(variable, 'lies where SQLite cannot write ahead (a network file system?)')
    // NORMAL would survive a kill as well, but not a power cut.
    database.exec('pragma synchronous = full; pragma foreign_keys = on; pragma trusted_schema = off')
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Checks that a database can be written, without leaving a trace. Another user's file may be readable, and otherwise
 * only the first order would show it.
 * @throws if it cannot
 */
export const seeThatItIsWritable = (database: DatabaseSync): void =>
  // Beginning is not enough: a read-only database allows that as well.
  database.exec('begin immediate; create table trial (one); rollback')

/** Whether a file is a damaged database. False if it cannot be read for other reasons. */
export function isDamaged(file: string): boolean {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: busyMs })
    return database.prepare('pragma quick_check(1)').get()?.['quick_check'] !== 'ok'
  } catch (error) {
    if (damagedCodes.includes(sqliteCode(error))) return true
    throw error
  } finally {
    database?.close()
  }
}

/** The files of an open database as they are on the disk; without those that are missing. */
function lookAt(file: string) {
  const [main, log, index] = ['', '-wal', '-shm'].map((end) => statSync(file + end, { throwIfNoEntry: false }))
  return { main: main?.ino, log: log && { ino: log.ino, size: log.size }, index: index?.ino }
}

type Files = ReturnType<typeof lookAt>

/**
 * Watches whether the files of an open database are still in place: what SQLite writes into an unlinked file is gone
 * after a crash, for the log as well as for the database.
 * @returns a check that throws once the database was moved or removed. If only SQLite's side files were lost (removed,
 * replaced, truncated), it has `writeAnew` rewrite everything and returns true; without `writeAnew`, or if that throws,
 * it throws too.
 */
export function inPlace(file: string, database: DatabaseSync, writeAnew?: () => void): () => boolean {
  let seen = lookAt(file)
  return () => {
    const now = lookAt(file)
    if (now.main !== seen.main) throw new Error('its file was moved away')
    if (isComplete(seen, now, database)) {
      seen = now
      return false
    }
    if (!writeAnew) throw new Error('its write-ahead log was lost')
    writeAnew()
    seen = lookAt(file)
    return true
  }
}

/** The first transaction creates both, and they stay until the database is closed. */
function isComplete(seen: Files, now: Files, database: DatabaseSync): boolean {
  if (seen.index !== undefined && now.index !== seen.index) return false
  if (seen.log === undefined) return true
  if (now.log?.ino !== seen.log.ino) return false
  return now.log.size >= seen.log.size || (now.log.size === 0 && isEmptyToSqlite(database))
}

/** Whether another connection truncated the log, as SQLite does after a full checkpoint. */
function isEmptyToSqlite(database: DatabaseSync): boolean {
  try {
    return database.prepare('pragma wal_checkpoint(passive)').get()?.['log'] === 0
  } catch {
    return false
  }
}

const besides: readonly string[] = ['-wal', '-shm']
const suffixes: readonly string[] = [...besides, '']

/** Moves a closed database with its side files. */
export function moveDatabase(file: string, to: string): void {
  for (const suffix of suffixes) if (existsSync(file + suffix)) renameSync(file + suffix, to + suffix)
  sync(dirname(file))
}

/** Replaces an open database by another one, and reopens it. */
export function replaceDatabase(database: DatabaseSync, file: string, by: string): void {
  database.close()
  for (const suffix of besides) rmSync(file + suffix, { force: true })
  renameSync(by, file)
  sync(dirname(file))
  database.open()
  setUp(database)
}

/** Removes a closed database with its side files. */
export function removeDatabase(file: string): void {
  for (const suffix of suffixes) rmSync(file + suffix, { force: true })
}

/** Syncs a file's content, or the names in a folder, to disk. Not for a database that is open. */
export function sync(path: string): void {
  const isFolder = statSync(path).isDirectory()
  if (isFolder && process.platform === 'win32') return
  const handle = openSync(path, isFolder ? 'r' : 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown')
