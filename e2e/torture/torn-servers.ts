import { setTimeout as pause } from 'node:timers/promises'
import { createLiveFeed } from '#web/api/feed/live-feed.ts'
import { pageClock } from '#contract/clock.ts'
import type { Chance } from '#simulator/basket.ts'
import { freePort } from '#testing/free-port.ts'
import { linkFaults, openLink, type Link, type LinkFault } from '#testing/link.ts'
import type { TestPostgres } from '#testing/postgres.ts'
import { startServers, type ServerGroup } from '../server-group.ts'
import { createWrongClock, type WrongClock } from '../wrong-clock.ts'
import { shuffled } from './shuffled.ts'

/** What a server's line leads to, or who comes by it: tablets, and the service with its notifications. */
const lines = ['database', 'vendor', 'front'] as const
type Line = (typeof lines)[number]

const plain = ['kill', 'end', 'freeze', 'database killed', 'database frozen', 'clock set'] as const
type Fault = (typeof plain)[number] | readonly [Line, LinkFault]
const faults: readonly Fault[] = [
  ...plain,
  ...lines.flatMap((line) => linkFaults.map((fault) => [line, fault] as const)),
]
/** One of each sort, for a short run. */
const fewFaults: readonly Fault[] = ['clock set', ['database', 'lost'], ['front', 'silent back']]

const minute = 60_000
/** The clocks of the three machines, and what any of them is set to while it runs. */
const wrongFromTheStart = [0, 7 * minute, -11 * minute]
const wrongNext = [-180 * minute, -10 * minute, -1_500, 0, 90_000, 40 * minute]

/** Within so long of a fault's end every server answers, and every tablet is told of changes again. */
const healsWithinMs = 30_000
/** A connection that was lost stays so: whoever asks over one asks again over another. */
const tryMs = 5_000
/** What a tablet counts down by; the database stands on this machine. */
const sameTimeMs = 2_000

/** Cluster of one shop, each with a clock of its own that is wrong, and lines that break. */
export interface TornServers {
  readonly group: ServerGroup
  /** Does the next harm, and undoes it. @returns what it was; and what was not well again in time. */
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
    torn[number] = { clock, links: links as Torn['links'] } // The other two come before the server starts.
    const own = { PORT: String(port), PUBLIC_ORIGIN: `http://127.0.0.1:${front.port}` }
    return {
      environment: { ...environment, ...own, ...clock.environment },
      way: async (to, target) => (links[to] = await openLink(target)).port,
    }
  })
  const tablets = watchServers(group, await group.admit('Wall'), chance)
  let plan: Fault[] = []

  /** A start is refused while the database is away. */
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
      const troubles = await Promise.all(group.servers.map((_, server) => tablets.failureAt(server)))
      const wrong = troubles.flatMap((what) => (what === undefined ? [] : [`after ${name} at ${number}, ${what}`]))
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

/** A tablet at each server, which listens there. */
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

  async function trouble(number: number): Promise<string | undefined> {
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

  /** @returns why a server is not well though it had the time; nothing where it is. */
  async function failureAt(number: number): Promise<string | undefined> {
    const until = performance.now() + healsWithinMs
    for (;;) {
      const what = await trouble(number)
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
