import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { systemClock } from '#contract/system-clock.ts'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'

// node e2e/torture/store-kill.ts [ROUNDS] [SEED]: kills a server with kill -9 while it stores orders, again and again
// on one file. Each time every acknowledged order must be there, and the next server must start. (This shows that
// acknowledged data has reached the system; store-fsync.ts shows the disk.)

const rounds = Number(process.argv[2] ?? 100)
let seed = Number(process.argv[3] ?? 42)
const random = (most: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return (seed / 2_147_483_648) * most
}

const longestMs = 250
const writer = fileURLToPath(new URL('store-writer.ts', import.meta.url))
const folder = mkdtempSync(join(process.env['STORE_FOLDER'] ?? tmpdir(), 'store-kill-'))
const file = join(folder, 'desk.db')

/** Lets a writer write for a while and kills it. @returns the acknowledged ids. */
async function killed(round: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [writer, file, `r${round}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  const wait = random(longestMs)
  const kill = () => void setTimeout(() => child.kill('SIGKILL'), wait)
  // Sometimes during its start.
  if (round % 5 === 4) kill()
  const reader = createInterface(child.stdout)
  reader.on('line', (line) => {
    if (line === 'ready' && round % 5 !== 4) kill()
    lines.push(line)
  })
  const [signal] = await Promise.all([
    new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, by) => resolve(by))),
    new Promise<void>((resolve) => reader.once('close', resolve)),
  ])
  if (signal !== 'SIGKILL') throw new Error(`Round ${round}: the writer ended by itself.`)
  return lines.flatMap((line) => (line.startsWith('ack ') ? [line.slice(4)] : []))
}

async function idsInStore(): Promise<ReadonlySet<unknown>> {
  const store = await openSqliteStore({
    file,
    clock: systemClock,
    log: (event) => {
      throw new Error(event)
    },
  })
  await store.close()
  const database = new DatabaseSync(file, { readOnly: true })
  const ids = new Set(
    database
      .prepare('select order_id from orders')
      .all()
      .map((row) => row['order_id']),
  )
  database.close()
  return ids
}

const acknowledged: string[] = []
const lost = new Set<string>()
let stored = 0
for (let round = 0; round < rounds; round += 1) {
  acknowledged.push(...(await killed(round)))
  const ids = await idsInStore()
  stored = ids.size
  for (const id of acknowledged) if (!ids.has(id)) lost.add(id)
}
rmSync(folder, { recursive: true })
console.info(JSON.stringify({ rounds, acknowledged: acknowledged.length, stored, lost: lost.size }))
process.exitCode = lost.size === 0 && acknowledged.length > rounds ? 0 : 1
