import { setTimeout as pause } from 'node:timers/promises'
import { createLiveFeed } from '#web/api/feed/live-feed.ts'
import { pageClock } from '#contract/clock.ts'
import type { Chance } from '#simulator/basket.ts'
import { freePort } from '#testing/free-port.ts'
import { linkFaults, openLink, type Link, type LinkFault } from '#testing/link.ts'
import type { TestPostgres } from '#testing/postgres.ts'
import { startServers, type ServerGroup } from '../server-group.ts'
import { createWrongClock, type WrongClock } from '../wrong-clock.ts'
import { shuffled } from './long-run.ts'

/** The connections of a server: to its database, to the vendor, and from tablets and the service's notifications. */
const lines = ['database', 'vendor', 'front'] as const
type Line = (typeof lines)[number]

const plain = ['kill', 'end', 'freeze', 'database killed', 'database frozen', 'clock set'] as const
type Fault = (typeof plain)[number] | readonly [Line, LinkFault]
const faults: readonly Fault[] = [
  ...plain,
  ...lines.flatMap((line) => linkFaults.map((fault) => [line, fault] as const)),
]
/** One of each kind, for a short run. */
const fewFaults: readonly Fault[] = ['clock set', ['database', 'lost'], ['front', 'silent back']]

const minute = 60_000
/** The clock errors of the three machines, also set while they run. */
const wrongFromTheStart = [0, 7 * minute, -11 * minute]
const wrongNext = [-180 * minute, -10 * minute, -1_500, 0, 90_000, 40 * minute]

/** After a fault ends, every server must answer and every feed must report changes within this time. */
const healsWithinMs = 30_000
/** Requests on a lost connection hang, so they are retried on another one after this. */
const tryMs = 5_000
/** The precision of a countdown; the database runs on this machine. */
const sameTimeMs = 2_000

/** The servers of one shop, each with its own wrong clock and with connections that break. */
export interface TornServers {
  readonly group: ServerGroup
  /** Causes the next fault and ends it. @returns the fault, and what did not recover in time. */
  harm(): Promise<{ readonly fault: string; readonly wrong: readonly string[] }>
  stop(): Promise<void>
}

interface Torn {
  readonly clock: WrongClock
  readonly links: Readonly<Record<Line, Link>>
}

export async function startTornServers(
  postgres: TestPostgres,
  chance: Chance,
  environment: Readonly<Record<string, string>>,
  isShort: boolean,
): Promise<TornServers> {
  const torn: Torn[] = []
  const group = await startServers(postgres, wrongFromTheStart.length, async (number) => {
    const port = await freePort()
    const front = await openLink(port)
    const links: Partial<Record<Line, Link>> = { front }
    const clock = createWrongClock(wrongFromTheStart[number] ?? 0)
    torn[number] = { clock, links: links as Torn['links'] } // The other two are set before the server starts.
    const own = { PORT: String(port), PUBLIC_ORIGIN: `http://127.0.0.1:${front.port}` }
    return {
      environment: { ...environment, ...own, ...clock.environment },
      way: async (to, target) => (links[to] = await openLink(target)).port,
    }
  })
  const tablets = watchServers(group, await group.admit('Wall'), chance)
  let plan: Fault[] = []

  /** Retries, because a start fails while the database is down. */
  async function startAgain(number: number): Promise<void> {
    for (let tries = 0; tries < 60; tries += 1) {
      try {
        return await group.restart(number)
      } catch {
        await pause(500)
      }
    }
    throw new Error('A server does not start again.')
  }

  async function strike(fault: Fault, number: number): Promise<void> {
    const server = group.servers[number]
    if (typeof fault !== 'string') {
      const link = torn[number]?.links[fault[0]]
      await link?.break(fault[1])
      await pause(chance.between(200, 12_000))
      await link?.heal()
      return
    }
    switch (fault) {
      case 'clock set':
        return torn[number]?.clock.set(chance.pick(wrongNext), server)
      case 'kill':
      case 'end':
        await (fault === 'kill' ? server?.kill() : server?.stop())
        await pause(chance.between(0, 3_000))
        return startAgain(number)
      case 'freeze':
        server?.freeze()
        await pause(chance.between(200, 12_000))
        server?.thaw()
        return
      case 'database killed':
        await postgres.kill()
        await pause(chance.between(0, 3_000))
        return postgres.start()
      case 'database frozen':
        postgres.freeze()
        await pause(chance.between(200, 10_000))
        postgres.thaw()
    }
  }

  return {
    group,
    async harm() {
      if (plan.length === 0) plan = shuffled(isShort ? fewFaults : faults, chance)
      const fault = plan.pop() ?? 'kill'
      const name = typeof fault === 'string' ? fault : fault.join(' ')
      const number = chance.between(0, torn.length - 1)
      await strike(fault, number)
      const failures = await Promise.all(group.servers.map((_, server) => tablets.failureAt(server)))
      const wrong = failures.flatMap((what) => (what === undefined ? [] : [`after ${name} at ${number}, ${what}`]))
      return { fault: name, wrong }
    },
    async stop() {
      tablets.stop()
      await group.stop()
      for (const { clock, links } of torn) {
        clock.remove()
        for (const link of Object.values(links)) await link.stop()
      }
    },
  }
}

/** Listens to each server's feed as a tablet. */
function watchServers({ servers }: Pick<ServerGroup, 'servers'>, cookie: string, chance: Chance) {
  const urlOf = (number: number) => servers[number]?.url ?? ''
  const feeds = servers.map((_, number) =>
    createLiveFeed({
      fetch: (path, init) => fetch(urlOf(number) + path, { ...init, headers: { ...init.headers, Cookie: cookie } }),
      clock: pageClock,
      random: () => chance.between(0, 99) / 100,
      watchWake: () => () => undefined,
      onEvent: () => undefined,
    }),
  )
  for (const feed of feeds) feed.start()

  async function failure(number: number): Promise<string | undefined> {
    if (feeds[number]?.state.read().is !== 'live') return 'its tablets are told of nothing'
    const signal = AbortSignal.timeout(tryMs)
    const answer = await fetch(`${urlOf(number)}/api/desk/session`, { headers: { Cookie: cookie }, signal }).catch(
      () => undefined,
    )
    if (answer?.status !== 200) return `it answers ${answer?.status ?? 'nothing'}`
    const { staff, server_time: time } = (await answer.json()) as { staff: unknown; server_time: string }
    if (staff === null) return 'whoever was signed in no longer is'
    return Math.abs(Date.parse(time) - Date.now()) < sameTimeMs ? undefined : `its time is ${time}`
  }

  /** @returns why a server has not recovered in time, or undefined. */
  async function failureAt(number: number): Promise<string | undefined> {
    const until = performance.now() + healsWithinMs
    for (;;) {
      const what = await failure(number)
      if (what === undefined || performance.now() > until) return what && `server ${number}: ${what}`
      await pause(200)
    }
  }

  return {
    failureAt,
    stop() {
      for (const feed of feeds) feed.stop()
    },
  }
}
