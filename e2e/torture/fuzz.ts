import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'
import { createTestClock } from '#testing/clock.ts'
import { fuzz } from '#testing/fuzz-desk.ts'
import { collectGarbage } from '../collect-garbage.ts'
import { countAndSeed, report } from './long-run.ts'

// node e2e/torture/fuzz.ts [REQUESTS] [SEED]: hostile requests to a desk on SQLite with a hostile vendor. There may be
// no 500, no leaked secret, no vendor call beyond the nine, and no memory leak.

const [requests, seed] = countAndSeed(100_000)
/** Room for the orders, people and counters of the run; a leak of 1 KB per request would be six times that. */
const growthLimitMiB = 16

function heapMiB(): number {
  collectGarbage()
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
report({ ...seen, seed, heapMiB: Math.round(lastMiB), grownMiB }, wrong, grownMiB <= growthLimitMiB)
