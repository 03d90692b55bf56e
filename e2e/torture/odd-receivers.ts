import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { Chance } from '#simulator/basket.ts'
import type { Taken } from '#testing/webhook-complaints.ts'
import { speedUp } from './fast-clock.ts'

/** What a receiver does to a delivery. It may take one whose answer is lost or comes too late. */
interface Reaction {
  readonly isTaken: boolean
  /** In ms of the desk's time, which gives up after 15 s. */
  readonly afterMs?: number
  /** Without it the connection is cut. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const second = 1000
const taken: Reaction = { isTaken: true, status: 204 }

const habits = {
  healthy: () => taken,
  /** Answers with every status but the right one, two times of three. */
  wrong: (chance: Chance): Reaction => {
    if (!chance.percent(65)) return taken
    const status = chance.pick([301, 400, 401, 404, 429, 500, 503])
    const headers = { Location: 'http://127.0.0.1:1/', 'Retry-After': String(chance.between(0, 60)) }
    return { isTaken: false, status, headers }
  },
  /** Takes everything, and answers in time or not. */
  slow: (chance: Chance): Reaction => ({ ...taken, afterMs: chance.between(0, 20 * second) }),
  /** Takes everything, and answers half of it far too late or cuts the connection. */
  late: (chance: Chance): Reaction =>
    chance.pick<Reaction>([taken, taken, { isTaken: true }, { ...taken, afterMs: 30 * second }]),
  /** Takes everything while it is there. */
  away: () => taken,
} satisfies Readonly<Record<string, (chance: Chance) => Reaction>>

export type Habit = keyof typeof habits
export const allHabits = Object.keys(habits) as readonly Habit[]

/** A receiver over HTTP that verifies what it gets by the package that receivers use. */
export interface OddReceiver {
  readonly habit: Habit
  readonly url: string
  /** What came, oldest first. */
  readonly received: readonly Taken[]
  readonly wrong: readonly string[]
  trust(secret: string): void
  /** Refuses connections. */
  leave(): Promise<void>
  comeBack(): Promise<void>
  /** From now on it takes everything and says so at once. */
  recover(): Promise<void>
  stop(): Promise<void>
}

export async function startOddReceiver(habit: Habit, chance: Chance): Promise<OddReceiver> {
  const received: Taken[] = []
  const wrong: string[] = []
  let webhook: Webhook | undefined
  let isWell = false

  function read(request: IncomingMessage, body: string): Omit<Taken, 'isTaken'> | undefined {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    try {
      const message = webhook?.verify(body, headers) as Omit<Taken, 'isTaken' | 'id' | 'url'> // as the desk's contract has it
      return { ...message, id: headers['webhook-id'] ?? '', url: request.url ?? '' }
    } catch (error) {
      wrong.push(`${habit}: ${String(error)}`)
      return undefined
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A desk that is killed meanwhile has sent nothing.
    const body = await text(request).catch(() => undefined)
    const delivery = body === undefined ? undefined : read(request, body)
    if (!delivery) return void response.writeHead(401).end()
    const { isTaken, afterMs = 0, status, headers } = isWell ? taken : habits[habit](chance)
    received.push({ ...delivery, isTaken })
    await pause(afterMs / speedUp)
    if (status === undefined) response.destroy()
    else response.writeHead(status, headers).end()
  }

  const server = createServer((request, response) => void answer(request, response))
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  const comeBack = () => (server.listening ? Promise.resolve() : listen(port))

  return {
    habit,
    url: `http://127.0.0.1:${port}/${habit}`,
    received,
    wrong,
    trust: (secret) => (webhook = new Webhook(secret)),
    leave: () => (server.listening ? close() : Promise.resolve()),
    comeBack,
    recover() {
      isWell = true
      return comeBack()
    },
    stop: close,
  }
}
