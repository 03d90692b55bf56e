import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemClock } from '#contract/clock.ts'
import { openSqliteStore } from '#proxy/node/store-sqlite.ts'

// node e2e/torture/store-speed.ts [seconds]: durable words a second, beside what the same disk gives without a group.

const runMs = Number(process.argv[2] ?? 3) * 1000
const folder = mkdtempSync(join(process.env['STORE_FOLDER'] ?? tmpdir(), 'store-speed-'))

const wordOf = (orderId: string) =>
  ({
    orderId,
    toldId: null,
    itemIds: [`${orderId}1`, `${orderId}2`],
    source: 'webhook',
    receivedAt: Date.now(),
  }) as const

function report(name: string, times: readonly number[], tookMs: number): void {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(3)
  const rate = Math.round((times.length / tookMs) * 1000)
  console.info(`${name}: ${rate} a second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
}

async function measure(name: string, writers: number, write: (id: string) => Promise<void> | void): Promise<void> {
  const times: number[] = []
  const start = performance.now()
  const work = async (writer: number) => {
    for (let count = 0; performance.now() - start < runMs; count += 1) {
      const before = performance.now()
      await write(`${writer}-${count}`)
      times.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => work(writer)))
  report(name, times, performance.now() - start)
}

const handle = openSync(join(folder, 'bare'), 'w')
await measure('write + fdatasync of 4 KiB', 1, () => {
  writeSync(handle, Buffer.alloc(4096))
  fdatasyncSync(handle)
})
closeSync(handle)

const bare = new DatabaseSync(join(folder, 'bare.db'))
bare.exec('pragma journal_mode = wal; pragma synchronous = full; create table words (id text primary key, word text)')
const insert = bare.prepare('insert into words values (?, ?)')
await measure('bare node:sqlite, one commit each', 1, (id) => void insert.run(id, JSON.stringify(wordOf(id))))
bare.close()

for (const writers of [1, 16, 64]) {
  const store = await openSqliteStore({ file: join(folder, `${writers}.db`), clock: systemClock, log: () => {} })
  await measure(`the store, ${writers} writers`, writers, async (id) => void (await store.hear([wordOf(id)])))
  await store.close()
}
rmSync(folder, { recursive: true })
