import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'
import { createTestClock } from '#testing/clock.ts'
import { fuzz } from '#testing/fuzz-desk.ts'

// node e2e/torture/fuzz.ts [REQUESTS] [SEED]: requests that nobody means well, to a desk on SQLite whose vendor means no
// better. No 500, no secret told, no call to the vendor beyond the nine, and no memory that is not given back.

const [requests = 100_000, seed = 42] = process.argv.slice(2).map(Number)
/** What the orders, people and counts of the run may take; a leak of a kilobyte a request is six times that. */
const growthLimitMiB = 16

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // As V8 gives it with that flag.

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
    // The first tenth fills what is kept for good: caches, the board, compiled code.
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
