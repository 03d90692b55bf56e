import { setTimeout as sleep } from 'node:timers/promises'
import { vendorPrefix } from '#contract/vendor/endpoints.ts'
import { startShop, token, type RunningShop } from '../shop-process.ts'
import { mediansInTurns } from './in-turns.ts'
import { openReader, type Reader } from './reader.ts'
import { timeRows, type Row } from './row.ts'
import { startBare, startBareProxy } from './start-bare.ts'
import { startNginx } from './start-nginx.ts'

const pacedReads = 300
/** Slower than a desk's default of 20 reads a second; faster, its wait would be measured. */
const pauseMs = 60
/** The maximum of the setting. */
const unpaced = { VENDOR_READS_PER_SECOND: '10000' }
const readsOfRound = 1000
const atOnce = 32
const rounds = 5
/** Until the code is compiled and optimized, because a desk runs for months. */
const roundsToWarmUp = 10
const roundMs = 1000

/** One of the ways to the same order. */
interface Way {
  readonly name: string
  connect(): Promise<Reader>
}
type Times = Readonly<Record<string, readonly number[]>>
type Rates = Readonly<Record<string, number>>

/**
 * Orders read through the desk, by a tablet whose session is checked each time, beside other ways to the same server:
 * at the default rate; back to back, each another order, so that each is read from the service; and the same order by
 * all, which the desk reads once a second.
 */
export async function proxiedReads(): Promise<readonly Row[]> {
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  const direct = await startBare({ order: await someOrder(shop) })
  await shop.restart({ VENDOR_BASE_URL: direct.url })
  await shop.hire({ name: 'Sara', pin: '1234', isManager: true })
  const [cookie = ''] = await shop.admit(1, 'Sara')
  const bareProxy = await startBareProxy(direct.url)
  const nginx = await startNginx(direct.url)
  const ways: readonly Way[] = [
    { name: 'desk', connect: () => openReader(shop.desk.url, { Cookie: cookie }) },
    { name: 'direct', connect: () => openReader(direct.url) },
    { name: 'plain Node proxy', connect: () => openReader(bareProxy.url) },
    ...(nginx ? [{ name: 'nginx', connect: () => openReader(nginx.url) }] : []),
  ]

  const paced = await pacedTimes(ways)
  await shop.restart({ VENDOR_BASE_URL: direct.url, ...unpaced })
  await ratesOf(ways, anotherOrder, roundsToWarmUp)
  const warm = await warmTimes(ways)
  const through = await ratesOf(ways, anotherOrder, rounds)
  const again = await ratesOf(ways, () => 'again', rounds)
  await Promise.all([shop.stop(), direct.stop(), bareProxy.stop(), nginx?.stop()])

  const peers = ways.map(({ name }) => name).filter((name) => name !== 'desk')
  return peers.flatMap((peer) => [
    ...timeRows('an order read through, every 60 ms', paced['desk'] ?? [], [peer, paced[peer] ?? []]),
    ...timeRows('an order read through, back to back', warm['desk'] ?? [], [peer, warm[peer] ?? []]),
    rateRow('orders read through, 32 at once', through, peer),
    rateRow('the same order read again and again, 32 at once', again, peer),
  ])
}

const usualBytes = 3000

/** An order of the usual size, as the vendor shows it. */
async function someOrder({ vendor }: RunningShop): Promise<string> {
  for (;;) {
    const address = `http://vendor.invalid${vendorPrefix}/orders/${vendor.placeOrder().id}`
    const answer = await vendor.fetch(new Request(address, { headers: { Authorization: `Bearer ${token}` } }))
    const { data } = (await answer.json()) as { readonly data: unknown } // As the specification has it.
    const order = JSON.stringify(data)
    if (Buffer.byteLength(order) > usualBytes) return order
  }
}

let orders = 0
const anotherOrder = (): string => `read-${(orders += 1)}`

const read = (reader: Reader, orderId: string) => reader.read(`${vendorPrefix}/orders/${orderId}`)

async function timed(reader: Reader): Promise<number> {
  const start = performance.now()
  await read(reader, anotherOrder())
  return performance.now() - start
}

const timesOf = (ways: readonly Way[]) => Object.fromEntries(ways.map(({ name }): [string, number[]] => [name, []]))

async function pacedTimes(ways: readonly Way[]): Promise<Times> {
  const open = await Promise.all(ways.map(async ({ name, connect }) => ({ name, reader: await connect() })))
  const times = timesOf(ways)
  for (let each = 0; each < pacedReads; each += 1) {
    for (const { name, reader } of open) times[name]?.push(await timed(reader))
    await sleep(pauseMs)
  }
  for (const { reader } of open) reader.close()
  return times
}

async function warmTimes(ways: readonly Way[]): Promise<Times> {
  const times = timesOf(ways)
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, connect } of ways) {
      const reader = await connect()
      for (let each = 0; each < readsOfRound; each += 1) times[name]?.push(await timed(reader))
      reader.close()
    }
  }
  return times
}

const ratesOf = (ways: readonly Way[], orderId: () => string, times: number): Promise<Rates> =>
  mediansInTurns(times, Object.fromEntries(ways.map(({ name, connect }) => [name, () => rateOf(connect, orderId)])))

/** On its own connections, because idle ones would be closed between two rounds. */
async function rateOf(connect: () => Promise<Reader>, orderId: () => string): Promise<number> {
  const readers = await Promise.all(Array.from({ length: atOnce }, connect))
  let done = 0
  const start = performance.now()
  const work = async (reader: Reader) => {
    while (performance.now() - start < roundMs) {
      await read(reader, orderId())
      done += 1
    }
    reader.close()
  }
  await Promise.all(readers.map(work))
  return (done / (performance.now() - start)) * 1000
}

const rateRow = (name: string, rates: Rates, peer: string): Row => ({
  name,
  unit: '/s',
  value: rates['desk'] ?? Number.NaN,
  peer,
  peerValue: rates[peer] ?? Number.NaN,
})
