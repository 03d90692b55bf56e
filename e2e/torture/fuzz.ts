import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'
import { createTestClock } from '#testing/clock.ts'
import { fuzz } from '#testing/fuzz-desk.ts'

// node e2e/torture/fuzz.ts [REQUESTS] [SEED]: hostile requests to a desk on SQLite with a hostile vendor. There may be
// no 500, no leaked secret, no vendor call beyond the nine, and no memory leak.

const [requests = 100_000, seed = 42] = process.argv.slice(2).map(Number)
/** Room for the orders, people and counters of the run; a leak of 1 KB per request would be six times that. */
const growthLimitMiB = 16

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // As V8 provides it with that flag.

function heapMiB(): number {
  collect()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

const folder = mkdtempSync(join(tmpdir(), 'desk-fuzz-'))
const clock = createTestClock()
const store = await openSqliteStore({ file: join(folder, 'desk.db'), clock, log: () => undefined })
let firstMiB = 0
let lastMiB = 0
const { wrong, ...seen } = await fuzz({
  requests,
  seed,
  store,
  onBatch(done) {
    // The first tenth fills permanent caches, the board, and compiled code.
    if (done < requests / 10) return
    if (done % 10_000 === 0 || firstMiB === 0) lastMiB = heapMiB()
    firstMiB ||= lastMiB
  },
})
lastMiB = heapMiB()
await store.close()
rmSync(folder, { recursive: true })
const grownMiB = Math.round(lastMiB - firstMiB)
console.info(JSON.stringify({ ...seen, seed, heapMiB: Math.round(lastMiB), grownMiB, wrong: wrong.length }))
for (const each of wrong.slice(0, 20)) console.error(each)
process.exitCode = wrong.length === 0 && grownMiB <= growthLimitMiB ? 0 : 1
