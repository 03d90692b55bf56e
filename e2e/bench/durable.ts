import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#contract/system-clock.ts'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'
import { startShop, webhookHeaders } from '../shop-process.ts'
import { mediansInTurns } from './in-turns.ts'
import type { Row } from './row.ts'
import { spread } from './spread.ts'
import { startBare } from './start-bare.ts'
import { load, overHttp } from './write-load.ts'

const writers = 64
const rounds = 5

/** Notifications stored durably before they are answered: by the store alone, and by webhook. */
export async function durable(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-durable-'))
  const handle = openSync(join(folder, 'bare'), 'w')
  const block = Buffer.alloc(4096)
  const disk = load(1, async () => {
    writeSync(handle, block)
    fdatasyncSync(handle)
  })
  const store = await openSqliteStore({ file: join(folder, 'store.db'), clock: systemClock, log: () => undefined })
  const stored = load(writers, (_, orderId) =>
    store.ingest([{ orderId, toldId: null, itemIds: ['1'], source: 'webhook', receivedAt: Date.now() }]),
  )
  const bare = await startBare()
  const bareHttp = overHttp(writers, bare.url, '/', {})
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  // The service does not answer reads meanwhile, because only the storing is measured.
  shop.vendor.faults.add({ kind: 'hang', times: Infinity })
  const told = overHttp(writers, shop.desk.url, '/webhooks/orders', webhookHeaders)
  const alone = overHttp(1, shop.desk.url, '/webhooks/orders', webhookHeaders)

  for (const each of [disk, stored, bareHttp, told, alone]) await each.warmUp()
  const rates = await mediansInTurns(rounds, {
    disk: disk.rate,
    stored: stored.rate,
    bare: bareHttp.rate,
    told: told.rate,
    alone: alone.rate,
  })
  closeSync(handle)
  await store.close()
  await Promise.all([bare.stop(), shop.stop()])
  rmSync(folder, { recursive: true })

  const row = (name: string, value: number, peer: string, peerValue: number, unit = '/s'): Row => ({
    name,
    unit,
    value,
    peer,
    peerValue,
  })
  return [
    row('durable words, store, 64 writers', rates.stored, 'write and fdatasync alone, one writer', rates.disk),
    row('durable webhooks, 64 writers', rates.told, 'the same store without HTTP, 64 writers', rates.stored),
    row('durable webhooks, 64 writers', rates.told, 'bare Node server, nothing kept', rates.bare),
    row('the same, p99', spread(told.times, 0.99), 'bare Node server', spread(bareHttp.times, 0.99), 'ms'),
    row('durable webhook, one writer, median', spread(alone.times, 0.5), 'fdatasync', spread(disk.times, 0.5), 'ms'),
  ]
}
