import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// node e2e/torture/store-fsync.ts: whether an order is on the disk before it is acknowledged, and an attempt before the
// store allows its request to the vendor. A kill -9 does not show that, because the system keeps a dead process's
// writes; only the order of system calls does. Between the last write to the write-ahead log and an acknowledgement
// there must be a successful fsync of that log. The same check on SQLite with `synchronous = normal` must fail, which
// proves that it works.

const orders = 2000
const taps = 300
const folder = mkdtempSync(join(tmpdir(), 'store-fsync-'))

const careless = `
const database = new (require('node:sqlite').DatabaseSync)(process.argv[1])
database.exec('pragma journal_mode = wal; pragma synchronous = normal; create table words (id integer primary key)')
const insert = database.prepare('insert into words values (?)')
for (let id = 1; id <= 200; id += 1) {
  insert.run(id)
  require('node:fs').writeSync(1, 'ack ' + id + '\\n')
}`

interface Trace {
  readonly acknowledged: number
  readonly synced: number
  /** Acknowledged while part of the log was not on the disk. */
  readonly early: number
}

function trace(name: string, command: readonly string[]): Trace {
  const log = join(folder, `${name}.strace`)
  const calls = 'trace=write,pwrite64,fsync,fdatasync'
  const run = spawnSync('strace', ['-f', '-y', '-s', '16', '-e', calls, '-o', log, process.execPath, ...command], {
    maxBuffer: 1e9,
  })
  if (run.status !== 0) throw new Error(`strace: ${String(run.error ?? run.stderr)}`)
  return judge(readFileSync(log, 'utf8').split('\n'))
}

/** Reads the calls of the first thread, where SQLite runs and acknowledgements are written. */
function judge(lines: readonly string[]): Trace {
  const main = lines[0]?.split(' ', 1)[0] ?? ''
  const counts = { acknowledged: 0, synced: 0, early: 0 }
  let isDirty = false
  let isSyncing = false
  for (const line of lines) {
    if (!line.startsWith(`${main} `)) continue
    const isOfLog = line.includes('-wal>')
    if (/ pwrite64\(/.test(line) && isOfLog) isDirty = true
    if (/ f(data)?sync\(/.test(line)) isSyncing = isOfLog
    if (isSyncing && /f(data)?sync.*\) += 0/.test(line)) {
      isDirty = false
      isSyncing = false
      counts.synced += 1
    }
    if (/ write\(1<.*"ack /.test(line)) {
      counts.acknowledged += 1
      if (isDirty) counts.early += 1
    }
  }
  return counts
}

const writer = fileURLToPath(new URL('store-writer.ts', import.meta.url))
const store = trace('store', [writer, join(folder, 'desk.db'), 'o', String(orders)])
const intents = trace('taps', [writer, join(folder, 'taps.db'), 't', String(taps), 'taps'])
const control = trace('careless', ['-e', careless, join(folder, 'careless.db')])
rmSync(folder, { recursive: true })
console.info(JSON.stringify({ store, intents, control }))
const isDurable = store.acknowledged === orders && store.early === 0 && store.synced >= orders / 16
const isWritten = intents.acknowledged === taps && intents.early === 0 && intents.synced >= taps
process.exitCode = isDurable && isWritten && control.acknowledged === 200 && control.early > 100 ? 0 : 1
