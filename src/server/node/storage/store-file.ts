import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync } from 'node:fs'
import { openSync, readSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '#server/node/config/config-error.ts'
import { reasonOf, sqliteCode } from './sqlite-dialect.ts'

// The database's file on the disk. Beware: this process loses its locks on a file when it opens and closes that file
// by other means than SQLite (POSIX). So a file that may be in use is renamed and looked up, never opened.

const variable = 'DATABASE_URL'
const busyMs = 1000

/** SQLite's numbers for: corrupt, and not a database. */
const damagedCodes: readonly (number | undefined)[] = [11, 26]
const busyCodes: readonly (number | undefined)[] = [5, 6]

/** Makes the folder and an empty file that only we may read, where there are none. @throws {ConfigError} */
export function prepareFile(file: string): void {
  try {
    makeFolder(dirname(file))
    if (!statSync(file, { throwIfNoEntry: false })) makeOwnFile(file)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(file)) throw new ConfigError(variable, `cannot be written there (${codeOf(error)})`)
  }
  if (!statSync(file).isFile()) throw new ConfigError(variable, 'is no file')
}

const sqliteHead = 'SQLite format 3\0'

/**
 * A file beside which no desk has ever worked, and which is no database, is somebody else's: it must not be taken for a
 * damaged one and set aside. @throws {ConfigError}
 */
export function refuseForeign(file: string): void {
  const head = headOf(file)
  if (head !== '' && head !== sqliteHead)
    throw new ConfigError(variable, 'names a file that is no database; nothing in it was changed')
}

/** The first characters of a file; none where it is not there, or cannot be read, which whoever opens it will tell. */
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

/** Makes a folder and those above it, one by one: where none can be made, as in /proc, Node's own way never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error
  }
  sync(dirname(folder))
}

/** Makes an empty file that only we may read. @throws where there is one. */
export function makeOwnFile(file: string): void {
  closeSync(openSync(file, 'wx', 0o600))
  chmodSync(file, 0o600)
}

/**
 * Keeps a second server away, until `release` or the end of the process, however it ends: the lock is the system's,
 * on a file of its own. @throws {ConfigError} where another server has it.
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

/** Whether a version of SQLite is 3.51.3 or later: those before may damage the file when its log starts anew. */
export function isSafeSqlite(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major * 1_000_000 + minor * 1000 + patch >= 3_051_003
}

/** The kinds of file systems, as Linux numbers them, that lie on another machine: NFS, SMB, CIFS, SMB2, AFS, Ceph. */
const networkKinds: readonly number[] = [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400]

/** Whether a file lies on another machine, where SQLite's locks and its write-ahead log are not safe. */
export const isOnNetwork = (file: string): boolean => networkKinds.includes(statfsSync(dirname(file)).type)

/** Opens a database so that a commit is on the disk when it returns. @throws where it cannot, or it is damaged. */
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
 * Sees that a database can be written, and leaves nothing of that: one of another user may well be read, and only the
 * first order would show it. @throws where it cannot
 */
export const seeThatItIsWritable = (database: DatabaseSync): void =>
  // To begin is not enough: what can only be read begins as well.
  database.exec('begin immediate; create table trial (one); rollback')

/** Whether a file is no sound database. One that cannot be read for other reasons is not called damaged. */
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

/** The files of an open database, as they are on the disk now; nothing of one that is not there. */
function lookAt(file: string) {
  const [main, log, index] = ['', '-wal', '-shm'].map((end) => statSync(file + end, { throwIfNoEntry: false }))
  return { main: main?.ino, log: log && { ino: log.ino, size: log.size }, index: index?.ino }
}

type Files = ReturnType<typeof lookAt>

/**
 * Looks whether the files of an open database are still in their places: what SQLite writes into a file without a name is
 * gone after the next crash, its write-ahead log as well as the database itself.
 * @returns a check that throws once the database was moved or removed. Where only what SQLite keeps beside it was lost
 * (removed, replaced, cut off), the check has `writeAnew` write all of it anew and returns true; without `writeAnew`, or
 * where that throws, it throws too.
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

/** Both are made by the first transaction, and stay until the database is closed. */
function isComplete(seen: Files, now: Files, database: DatabaseSync): boolean {
  if (seen.index !== undefined && now.index !== seen.index) return false
  if (seen.log === undefined) return true
  if (now.log?.ino !== seen.log.ino) return false
  return now.log.size >= seen.log.size || (now.log.size === 0 && isEmptyToSqlite(database))
}

/** Whether another connection emptied the log, as SQLite does once all of it is in the database. */
function isEmptyToSqlite(database: DatabaseSync): boolean {
  try {
    return database.prepare('pragma wal_checkpoint(passive)').get()?.['log'] === 0
  } catch {
    return false
  }
}

const besides: readonly string[] = ['-wal', '-shm']
const suffixes: readonly string[] = [...besides, '']

/** Moves a database that nobody has open, with what belongs to it. */
export function moveDatabase(file: string, to: string): void {
  for (const suffix of suffixes) if (existsSync(file + suffix)) renameSync(file + suffix, to + suffix)
  sync(dirname(file))
}

/** Puts another database into the place of one that is open, which then is that other one. */
export function replaceDatabase(database: DatabaseSync, file: string, by: string): void {
  database.close()
  for (const suffix of besides) rmSync(file + suffix, { force: true })
  renameSync(by, file)
  sync(dirname(file))
  database.open()
  setUp(database)
}

/** Removes a database that nobody has open, with what belongs to it. */
export function removeDatabase(file: string): void {
  for (const suffix of suffixes) rmSync(file + suffix, { force: true })
}

/** Makes a file's content, or the names in a folder, survive a power cut. Not for a database that is open. */
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
