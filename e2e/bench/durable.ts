import { startPostgres } from '#testing/postgres.ts'
import { startServers } from '../server-group.ts'
import { startShop, webhookHeaders } from '../shop-process.ts'
import { inTurns, median, quantile, row, type Row } from './figures.ts'
import { notifications } from './raw-http.ts'
import { startBare } from './start-bare.ts'

const writers = 64
const rounds = 5
const webhooks = (count: number, url: string) => notifications(count, url, '/webhooks/orders', webhookHeaders)

/** Notifications stored durably before they are answered, beside a bare server that keeps nothing. */
export async function durable(): Promise<readonly Row[]> {
  const bare = await startBare()
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  // The service does not answer reads meanwhile, because only the storing is measured.
  shop.vendor.faults.add({ kind: 'hang', times: Infinity })
  const [ours, peer] = [webhooks(writers, shop.desk.url), notifications(writers, bare.url, '/', {})]
  // A desk runs for months, so the first round does not count.
  for (const each of [ours, peer]) {
    await each.rate()
    each.times.length = 0
  }
  const rates = await inTurns(rounds, ours.rate, peer.rate)
  await Promise.all([bare.stop(), shop.stop()])
  const name = `durable webhooks, ${writers} writers`
  const beside = 'bare Node server, nothing kept'
  return [
    row(name, '/s', median(rates.ours), beside, median(rates.peer)),
    row(`${name}, p99`, 'ms', quantile(ours.times, 0.99), beside, quantile(peer.times, 0.99)),
  ]
}

/** The same at two servers of one shop on a durable PostgreSQL, beside one of the two. */
export async function severalServers(): Promise<readonly Row[]> {
  const postgres = await startPostgres({ isDurable: true })
  if (!postgres) {
    console.error('Two servers were not measured: there is no PostgreSQL. Debian has it as "postgresql".')
    return []
  }
  const environment = { LOG_LEVEL: 'warn', RESPONSE_WINDOW_SECONDS: '7200' }
  const group = await startServers(postgres, 2, () => ({ environment }))
  try {
    group.vendor.faults.add({ kind: 'hang', times: Infinity })
    const [first = '', second = ''] = group.servers.map(({ url }) => url)
    const alone = webhooks(writers, first)
    const halves = [webhooks(writers / 2, first), webhooks(writers / 2, second)]
    const both = async () => (await Promise.all(halves.map(({ rate }) => rate()))).reduce((sum, rate) => sum + rate, 0)
    for (const warmUp of [alone.rate, both]) await warmUp()
    const rates = await inTurns(rounds, both, alone.rate)
    const name = `durable webhooks, two servers on PostgreSQL, ${writers} writers`
    return [row(name, '/s', median(rates.ours), 'one of the two', median(rates.peer))]
  } finally {
    await group.stop()
    await postgres.remove()
  }
}
