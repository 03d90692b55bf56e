import { setTimeout as sleep } from 'node:timers/promises'
import { startShop } from '../shop-process.ts'
import { inTurns } from './in-turns.ts'
import { openReader, type Reader } from './reader.ts'
import type { Row } from './row.ts'
import { spread } from './spread.ts'
import { startBare, startBareProxy } from './start-bare.ts'
import { startNginx } from './start-nginx.ts'

const reads = 300
/** The desk asks the service 20 times a second at most, whoever wants what: faster, the wait would be measured. */
const pauseMs = 60
const atOnce = 32
const rounds = 5
const roundMs = 1000
const address = '/api/developer/v1/orders'

/**
 * One order read through the desk, by a tablet whose sign-in is checked each time: each another order, one after the
 * other, and then 32 at once the same order, which the desk asks the service for once a second.
 */
export async function proxiedReads(): Promise<readonly Row[]> {
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  const order = JSON.stringify(shop.vendor.placeOrder())
  const direct = await startBare(order)
  await shop.restart({ VENDOR_BASE_URL: direct.url })
  const [cookie = ''] = await shop.admit(1, await someone(shop))
  const bareProxy = await startBareProxy(direct.url)
  const nginx = await startNginx(direct.url)
  const ways = [
    { name: 'desk', url: shop.desk.url, headers: { Cookie: cookie } },
    { name: 'direct', url: direct.url },
    { name: 'plain Node proxy', url: bareProxy.url },
    ...(nginx ? [{ name: 'nginx', url: nginx.url }] : []),
  ]
  const open = await Promise.all(
    ways.map(async ({ name, url, headers = {} }) => ({
      name,
      connect: () => openReader(url, headers),
      reader: await openReader(url, headers),
      times: [] as number[],
    })),
  )
  for (let read = 0; read < reads; read += 1) {
    for (const { reader, times } of open) {
      const start = performance.now()
      await reader.read(`${address}/read-${read}`)
      times.push(performance.now() - start)
    }
    await sleep(pauseMs)
  }
  for (const { reader } of open) reader.close()
  const rateOfEach = open.map(({ name, connect }) => [name, () => rateOf(connect)])
  const rates: Readonly<Record<string, number>> = await inTurns(rounds, Object.fromEntries(rateOfEach))
  await Promise.all([shop.stop(), direct.stop(), bareProxy.stop(), nginx?.stop()])

  const [ours, ...peers] = open
  return peers.flatMap(({ name, times }): readonly Row[] => [
    ...[0.5, 0.99].map((share) => ({
      name: `an order read through, one after the other, p${share * 100}`,
      unit: 'ms',
      value: spread(ours?.times ?? [], share),
      peer: name,
      peerValue: spread(times, share),
    })),
    {
      name: 'the same order read again and again, 32 at once',
      unit: '/s',
      value: rates['desk'] ?? Number.NaN,
      peer: name,
      peerValue: rates[name] ?? Number.NaN,
    },
  ])
}

async function someone(shop: Awaited<ReturnType<typeof startShop>>): Promise<string> {
  shop.command(['staff', 'add', 'Sara', '--manager', '--pin-stdin'], '1234\n')
  return 'Sara'
}

/** On connections of its own: between two rounds they would be closed as idle. */
async function rateOf(connect: () => Promise<Reader>): Promise<number> {
  const readers = await Promise.all(Array.from({ length: atOnce }, connect))
  let done = 0
  const start = performance.now()
  const work = async (reader: Reader) => {
    while (performance.now() - start < roundMs) {
      await reader.read(`${address}/again`)
      done += 1
    }
    reader.close()
  }
  await Promise.all(readers.map(work))
  return (done / (performance.now() - start)) * 1000
}
