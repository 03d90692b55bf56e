import { startPostgres } from '#testing/postgres.ts'
import { startServers, type ServerGroup } from '../server-group.ts'
import { webhookHeaders } from '../shop-process.ts'
import { mediansInTurns } from './in-turns.ts'
import type { Row } from './row.ts'
import { spread } from './spread.ts'
import { overHttp } from './write-load.ts'

const writers = 64
const rounds = 5
const toldOf = 60

/** Two servers of one shop on a durable PostgreSQL: what the second one adds, and what it costs. */
export async function severalServers(): Promise<readonly Row[]> {
  const postgres = await startPostgres({ isDurable: true })
  if (!postgres) {
    console.error('Two servers were not measured: there is no PostgreSQL. Debian has it as "postgresql".')
    return []
  }
  const group = await startServers(postgres, 2, () => ({
    environment: { LOG_LEVEL: 'warn', RESPONSE_WINDOW_SECONDS: '7200' },
  }))
  try {
    // The service does not answer reads meanwhile, because only the storing is measured.
    group.vendor.faults.add({ kind: 'hang', times: Infinity })
    const heardAt = [await untilHeard(group, 0), await untilHeard(group, 1)] as const
    const [first = '', second = ''] = group.servers.map(({ url }) => url)
    const to = (url: string, count: number) => overHttp(count, url, '/webhooks/orders', webhookHeaders)
    const [alone, half, otherHalf] = [to(first, writers), to(first, writers / 2), to(second, writers / 2)]
    const both = async () => (await Promise.all([half.rate(), otherHalf.rate()])).reduce((sum, rate) => sum + rate, 0)
    for (const each of [alone, half, otherHalf]) await each.warmUp()
    const rates = await mediansInTurns(rounds, { alone: alone.rate, both })
    return [
      {
        name: 'durable webhooks, two servers on PostgreSQL, 64 writers',
        unit: '/s',
        value: rates.both,
        peer: 'one of the two',
        peerValue: rates.alone,
      },
      {
        name: 'webhook at one server until a feed of the other has it, median',
        unit: 'ms',
        value: spread(heardAt[1], 0.5),
        peer: 'a feed of the same server',
        peerValue: spread(heardAt[0], 0.5),
      },
      {
        name: 'the same, p95',
        unit: 'ms',
        value: spread(heardAt[1], 0.95),
        peer: 'a feed of the same server',
        peerValue: spread(heardAt[0], 0.95),
      },
    ]
  } finally {
    await group.stop()
    await postgres.remove()
  }
}

/** Notifies the first server of orders, one after the other. @returns the ms until a feed had each. */
async function untilHeard(group: ServerGroup, server: number): Promise<readonly number[]> {
  const closing = new AbortController()
  const feed = await fetch(`${group.servers[server]?.url}/api/desk/feed`, {
    headers: { Cookie: await group.admit(`Feed ${server}`) },
    signal: closing.signal,
  })
  const reader = feed.body?.pipeThrough(new TextDecoderStream()).getReader()
  const times: number[] = []
  let text = ''
  for (let number = 0; number < toldOf; number += 1) {
    const id = `F${server}-${number}`
    const begun = performance.now()
    const told = group.notify(0, id)
    while (!text.includes(`"${id}"`)) text += (await reader?.read())?.value ?? ''
    times.push(performance.now() - begun)
    await told
  }
  closing.abort()
  return times
}
