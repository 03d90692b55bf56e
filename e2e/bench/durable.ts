import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#contract/clock.ts'
import { openSqliteStore } from '#proxy/node/store-sqlite.ts'
import { startShop, webhookHeaders } from '../shop-process.ts'
import { inTurns } from './in-turns.ts'
import type { Row } from './row.ts'
import { spread } from './spread.ts'
import { startBare } from './start-bare.ts'
import { openWriter, type Writer } from './webhook-writer.ts'

const writers = 64
const rounds = 5
const roundMs = 1500

/** In the order in which they are told of, as a service numbers its orders. */
let latestId = 10_000_000
const nextId = (): string => String((latestId += 1))

interface Load {
  readonly rate: () => Promise<number>
  /** Milliseconds that the calls of all rounds took. */
  readonly times: readonly number[]
}

/** Calls a second that so many writers get done in a round, each one after the other. */
function load(count: number, write: (writer: number, id: string) => Promise<unknown>): Load {
  const times: number[] = []
  return {
    times,
    async rate() {
      let done = 0
      const start = performance.now()
      const work = async (writer: number) => {
        for (let begun = performance.now(); begun - start < roundMs;) {
          await write(writer, nextId())
          done += 1
          const now = performance.now()
          times.push(now - begun)
          begun = now
        }
      }
      await Promise.all(Array.from({ length: count }, (_, writer) => work(writer)))
      return (done / (performance.now() - start)) * 1000
    },
  }
}

/** Words of orders that are on disk before they are answered: by the store alone, and by webhook. */
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
    store.hear([{ orderId, toldId: null, itemIds: ['1'], source: 'webhook', receivedAt: Date.now() }]),
  )
  const bare = await startBare()
  const bareHttp = overHttp(writers, bare.url, '/', {})
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  // The service is asked for none of them meanwhile: what is measured is the taking down.
  shop.vendor.faults.add({ kind: 'hang', times: Infinity })
  const told = overHttp(writers, shop.desk.url, '/webhooks/orders', webhookHeaders)
  const alone = overHttp(1, shop.desk.url, '/webhooks/orders', webhookHeaders)

  const rates = await inTurns(rounds, {
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

/** On connections that are opened for each round: between two rounds they would be closed as idle. */
function overHttp(count: number, url: string, path: string, headers: Readonly<Record<string, string>>): Load {
  let open: readonly Writer[] = []
  const body = (id: string) => JSON.stringify({ event: 'order_created', data: { id } })
  const { rate, times } = load(count, async (writer, id) => open[writer]?.post(body(id)))
  return {
    times,
    async rate() {
      open = await Promise.all(Array.from({ length: count }, () => openWriter(url, path, headers)))
      const calls = await rate()
      for (const each of open) each.close()
      return calls
    },
  }
}
