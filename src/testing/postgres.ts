import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/** A PostgreSQL of a test's own, on loopback, in its own folder. */
export interface TestPostgres {
  readonly url: string
  /** Ends it as a power loss would; `start` brings it back. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Suspends it: connections stay open, and nothing is answered. */
  freeze(): void
  thaw(): void
  /** Stops it and removes its folder. */
  remove(): Promise<void>
}

/** A new, empty schema of a database. */
export const newPlace = (url: string) => ({ url, schema: `shop_${randomBytes(6).toString('hex')}` })

const installed = '/usr/lib/postgresql'
const answersWithinMs = 20_000

/** The folder of PostgreSQL's programs; undefined without one. */
function findPrograms(): string | undefined {
  if (!existsSync(installed)) return undefined
  const versions = readdirSync(installed).toSorted((one, other) => Number(other) - Number(one))
  return versions.map((version) => join(installed, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

/** PostgreSQL refuses to run as root, so it then runs as its own user. */
function ownUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : undefined
}

/**
 * Starts one; undefined if Debian's `postgresql` is not installed. `isDurable` waits for the disk, as in production.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<TestPostgres | undefined> {
  const bin = findPrograms()
  const user = ownUser()
  if (!bin || (process.getuid?.() === 0 && !user)) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'desk', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(join(bin, 'initdb'), initdb, { ...user, stdio: 'ignore', cwd: folder })
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    fsync: isDurable ? 'on' : 'off',
    max_connections: 200,
    logging_collector: 'off',
    log_min_messages: 'panic',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let running: ChildProcess | undefined

  async function start(): Promise<void> {
    running = spawn(join(bin ?? '', 'postgres'), ['-D', data, ...args], { ...user, stdio: 'ignore', cwd: folder })
    const until = Date.now() + answersWithinMs
    while (!isReady()) {
      if (Date.now() > until || running.exitCode !== null) throw new Error('PostgreSQL does not start.')
      await pause(50)
    }
  }
  function isReady(): boolean {
    try {
      execFileSync(join(bin ?? '', 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-q'])
      return true
    } catch {
      return false
    }
  }
  /** SIGQUIT ends every process at once without a flush. */
  async function kill(): Promise<void> {
    if (!running || running.exitCode !== null) return
    const ended = new Promise((resolve) => running?.once('exit', resolve))
    running.kill('SIGQUIT')
    await ended
  }
  /** Signals all its processes: the first, and one for each connection. */
  function everyProcess(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (running?.pid === undefined) return
    const children = readFileSync(`/proc/${running.pid}/task/${running.pid}/children`, 'utf8').trim().split(' ')
    for (const id of [running.pid, ...children.filter(Boolean).map(Number)]) {
      try {
        process.kill(id, signal)
      } catch {
        // A connection may have ended meanwhile, with its process.
      }
    }
  }

  // It ends with the process that started it.
  const endToo = () => void running?.kill('SIGQUIT')
  process.once('exit', endToo)
  await start()
  return {
    url: `postgres://desk@127.0.0.1:${port}/postgres`,
    kill,
    start,
    freeze: () => everyProcess('SIGSTOP'),
    thaw: () => everyProcess('SIGCONT'),
    async remove() {
      everyProcess('SIGCONT')
      await kill()
      process.off('exit', endToo)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
