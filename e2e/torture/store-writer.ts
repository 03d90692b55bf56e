import { writeSync } from 'node:fs'
import { systemClock } from '#contract/system-clock.ts'
import type { SentAttempt } from '#domain/action-attempt.ts'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'

// node e2e/torture/store-writer.ts FILE PREFIX [COUNT [taps]]: 16 writers store one order each at a time, or begin an
// attempt for each, and print its id only after the promise has resolved. Made to be killed.

const [file = '', prefix = '', count = '1000000000', what = 'words'] = process.argv.slice(2)
const store = await openSqliteStore({ file, clock: systemClock, log: () => {} })
writeSync(1, 'ready\n')

const sentAttemptOf = (key: string, orderId: string, at: number): SentAttempt => ({
  state: 'sent',
  key,
  orderId,
  action: 'accept',
  by: null,
  digest: 'none',
  at,
  sent: {},
  sentAt: at,
  before: null,
  isGranted: false,
  posts: 1,
})

let next = 0
async function write(): Promise<void> {
  while (next < Number(count)) {
    const orderId = `${prefix}-${(next += 1)}`
    const now = systemClock.now()
    if (what === 'taps') await store.beginAttempt(sentAttemptOf(orderId, orderId, now))
    else await store.ingest([{ orderId, toldId: null, itemIds: ['1'], source: 'webhook', receivedAt: now }])
    // Synchronous and unbuffered: a printed id was acknowledged.
    writeSync(1, `ack ${orderId}\n`)
  }
}

await Promise.all(Array.from({ length: 16 }, write))
await store.close()
