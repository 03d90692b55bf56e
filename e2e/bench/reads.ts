import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { startShop, token, type RunningShop } from '../shop-process.ts'
import { inTurns, median, row, type Row } from './figures.ts'
import { load, openRaw } from './raw-http.ts'
import { startBare } from './start-bare.ts'

/** The maximum of the setting. */
const unpaced = { VENDOR_READS_PER_SECOND: '10000' }
const atOnce = 32
const rounds = 5
/** Until the code is compiled and optimized, because a desk runs for months. */
const roundsToWarmUp = 5

/**
 * Orders read through the desk by a tablet whose session is checked each time, beside a plain Node proxy to the same
 * server. Each read is of another order, because the desk reads one again only once a second.
 */
export async function reads(): Promise<readonly Row[]> {
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  const direct = await startBare({ order: await someOrder(shop) })
  await shop.restart({ VENDOR_BASE_URL: direct.url, ...unpaced })
  const [cookie = ''] = await shop.admit(1)
  const proxy = await startBare({ upstream: direct.url })
  let orders = 0
  const through = (url: string, headers = {}) =>
    load(
      atOnce,
      () => openRaw(url, headers),
      (connection) => connection.read(`${vendorPrefix}/orders/read-${(orders += 1)}`),
    ).rate
  const [ours, peer] = [through(shop.desk.url, { Cookie: cookie }), through(proxy.url)]
  await inTurns(roundsToWarmUp, ours, peer)
  const rates = await inTurns(rounds, ours, peer)
  await Promise.all([shop.stop(), direct.stop(), proxy.stop()])
  return [
    row(`orders read through, ${atOnce} at once`, '/s', median(rates.ours), 'plain Node proxy', median(rates.peer)),
  ]
}

const usualBytes = 3000

/** An order of the usual size, as the service shows it. */
async function someOrder({ vendor }: RunningShop): Promise<string> {
  for (;;) {
    const address = `http://vendor.invalid${vendorPrefix}/orders/${vendor.placeOrder().id}`
    const answer = await vendor.fetch(new Request(address, { headers: { Authorization: `Bearer ${token}` } }))
    const { data } = (await answer.json()) as { readonly data: unknown } // As the specification has it.
    const order = JSON.stringify(data)
    if (Buffer.byteLength(order) > usualBytes) return order
  }
}
