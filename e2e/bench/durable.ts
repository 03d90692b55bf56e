import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#contract/clock.ts'
import { openSqliteStore } from '#proxy/node/store-sqlite.ts'
import { startShop, webhookHeaders } from '../shop-process.ts'
import type { Row } from './row.ts'
import { median } from './spread.ts'
import { startBare } from './start-bare.ts'
import { openWriter } from './webhook-writer.ts'

const writers = 64
const rounds = 3
const roundMs = 1000

/** Calls a second that so many writers get done, each one after the other; the median of some rounds. */
async function rateOf(count: number, write: (writer: number, id: string) => Promise<unknown>): Promise<number> {
  const rates: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    let done = 0
    const start = performance.now()
    const work = async (writer: number) => {
      for (let call = 0; performance.now() - start < roundMs; call += 1) {
        await write(writer, `${round}-${writer}-${call}`)
        done += 1
      }
    }
    await Promise.all(Array.from({ length: count }, (_, writer) => work(writer)))
    rates.push((done / (performance.now() - start)) * 1000)
  }
  return median(rates)
}

/** Words of orders that are on disk before they are answered, with 64 writers: by the store alone, and by webhook. */
export async function durable(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-durable-'))
  const handle = openSync(join(folder, 'bare'), 'w')
  const floor = await rateOf(1, async () => {
    writeSync(handle, Buffer.alloc(4096))
    fdatasyncSync(handle)
  })
  closeSync(handle)

  const store = await openSqliteStore({ file: join(folder, 'store.db'), clock: systemClock, log: () => undefined })
  const stored = await rateOf(writers, (_, orderId) =>
    store.hear([{ orderId, toldId: null, itemIds: ['1'], source: 'webhook', receivedAt: Date.now() }]),
  )
  await store.close()
  rmSync(folder, { recursive: true })

  const bare = await startBare()
  const bareRate = await rateOverHttp(bare.url, '/', {})
  bare.stop()
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  // The service is asked for none of them meanwhile: what is measured is the taking down.
  shop.vendor.faults.add({ kind: 'hang', times: Infinity })
  const told = await rateOverHttp(shop.desk.url, '/webhooks/orders', webhookHeaders)
  await shop.stop()
  return [
    {
      name: 'durable words a second, store, 64 writers',
      unit: '/s',
      value: stored,
      peer: 'write and fdatasync alone, one writer',
      peerValue: floor,
    },
    {
      name: 'durable webhooks a second, 64 writers',
      unit: '/s',
      value: told,
      peer: 'bare Node server, nothing kept',
      peerValue: bareRate,
    },
  ]
}

async function rateOverHttp(url: string, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const open = Array.from({ length: writers }, () => openWriter(url, path, headers))
  const all = await Promise.all(open)
  const rate = await rateOf(writers, async (writer, id) =>
    all[writer]?.post(JSON.stringify({ event: 'order_created', data: { id } })),
  )
  for (const each of all) each.close()
  return rate
}
