import { setTimeout as sleep } from 'node:timers/promises'
import { createChance, type Chance } from '#simulator/basket.ts'
import type { RunningShop } from '../shop-process.ts'
import { readFeed } from '../tablet-requests.ts'

/** A shop at its busiest: tablets come and go, orders are placed, answered and closed. */
export interface BusyDay {
  /** Pauses all streams and requests until `goOn`. */
  holdStill(): Promise<void>
  runForever(): void
  /** The number of each kind of step. */
  readonly done: ReadonlyMap<string, number>
  /** Answers that a working desk does not give. */
  readonly wrong: readonly string[]
  stop(): Promise<void>
}

const tablets = 12
const streamsOfTablet = 3
const person = { name: 'Sara', pin: '4711' }
const orderEveryMs = 1000
const signInEveryMs = 10_000
const newTabletEveryMs = 20_000
const browseEveryMs = 2000
/** A desk keeps this many attempts with their orders; before that its memory grows as it should. */
const attemptsKept = 2000
const tapsAtOnce = 8

interface Asked {
  readonly method?: string
  readonly body?: unknown
  readonly key?: boolean
}

/** @returns when the desk's caches are full and the day has begun. */
export async function beginBusyDay(shop: RunningShop, seed: number): Promise<BusyDay> {
  const chance = createChance(seed)
  const done = new Map<string, number>()
  const wrong: string[] = []
  let still = new AbortController()
  let isOver = false
  const underWay = new Set<Promise<unknown>>()
  await shop.hire({ ...person, isManager: true })
  const cookies = await shop.admit(tablets, person.name)
  const strangers = await shop.admit(tablets)
  const someone = () => chance.pick(cookies)

  const ask: Ask = async (what, path, cookie, asked) => {
    while (still.signal.aborted && !isOver) await sleep(50)
    return track(askNow(what, path, cookie, asked))
  }

  async function askNow(what: string, path: string, cookie: string, { method = 'GET', body, key }: Asked = {}) {
    const headers = {
      Cookie: cookie,
      Origin: shop.desk.url,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(key && { 'Idempotency-Key': crypto.randomUUID() }),
    }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await persistently(() => fetch(shop.desk.url + path, init))
    const text = await response.text()
    if (!response.ok) wrong.push(`${what}: ${response.status} ${text.slice(0, 100)}`)
    done.set(what, (done.get(what) ?? 0) + 1)
    return { response, text }
  }

  /** Repeats a step until the day ends. */
  function repeat(work: () => Promise<unknown>, pauseMs: () => number): void {
    const run = async () => {
      while (!isOver) {
        await work().catch((error: unknown) => wrong.push(String(error)))
        await sleep(pauseMs())
      }
    }
    void run()
  }

  /** Tracks a request, so that a pause waits for its end. */
  function track<T>(work: Promise<T>): Promise<T> {
    const ended = work.catch(() => undefined)
    underWay.add(ended)
    void ended.finally(() => underWay.delete(ended))
    return work
  }

  /** A tablet that shows the board for a while. */
  async function watch(cookie: string): Promise<void> {
    await ask('boards read', '/api/desk/orders?view=open', cookie)
    const leave = AbortSignal.any([still.signal, AbortSignal.timeout(chance.between(2000, 25_000))])
    await track(readFeed(shop.desk.url, cookie, leave))
    done.set('streams', (done.get('streams') ?? 0) + 1)
  }

  const orders = { ask, shop, chance, someone }
  // The day sends the notifications itself.
  shop.vendor.webhookHabits.times = 0
  await warmUp(shop, ask, someone())
  for (const cookie of [...cookies, ...strangers]) {
    for (let stream = 0; stream < streamsOfTablet; stream += 1)
      repeat(
        () => watch(cookie),
        () => chance.between(100, 3000),
      )
  }
  repeat(
    async () => void orderTimeline(orders).catch((error: unknown) => wrong.push(String(error))),
    () => orderEveryMs,
  )
  repeat(
    () => signInAndOut(ask, chance.pick(strangers)),
    () => signInEveryMs,
  )
  repeat(
    () => newTablet(ask, someone()),
    () => newTabletEveryMs,
  )
  repeat(
    () => browse(ask, someone(), chance),
    () => browseEveryMs,
  )

  return {
    done,
    wrong,
    async holdStill() {
      still.abort()
      while (underWay.size > 0) await Promise.all(underWay)
    },
    runForever: () => void (still = new AbortController()),
    async stop() {
      isOver = true
      still.abort()
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** On a busy machine an idle connection may close under a request, which is then repeated, as any client would. */
async function persistently(send: () => Promise<Response>, tries = 3): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (tries === 1) throw error
    return persistently(send, tries - 1)
  }
}

type Ask = (
  what: string,
  path: string,
  cookie: string,
  asked?: Asked,
) => Promise<{ readonly response: Response; readonly text: string }>

/** Fills the desk's caches of orders and attempts, with orders it was not notified of. */
async function warmUp(shop: RunningShop, ask: Ask, cookie: string): Promise<void> {
  const orders = Array.from({ length: attemptsKept }, () => shop.vendor.placeOrder())
  const tap = async () => {
    for (let order = orders.pop(); order; order = orders.pop()) {
      await ask('taps beforehand', `/api/developer/v1/orders/${order.id}/accept`, cookie, { method: 'POST', key: true })
      // The service drops closed orders first. Open ones would push the others out, which would then stay open.
      shop.vendor.orders.move(order, 'completed')
    }
  }
  await Promise.all(Array.from({ length: tapsAtOnce }, tap))
}

interface Orders {
  readonly ask: Ask
  readonly shop: RunningShop
  readonly chance: Chance
  readonly someone: () => string
}

/** An order is placed, opened, answered, made ready and collected; some are rejected or cancelled. */
async function orderTimeline({ ask, shop, chance, someone }: Orders): Promise<void> {
  const pause = () => sleep(chance.between(500, 3000))
  const order = shop.vendor.placeOrder()
  await persistently(() => shop.notify(order.id))
  const address = `/api/developer/v1/orders/${order.id}`
  await pause()
  const cookie = someone()
  await ask('orders looked at', `/api/desk/orders/${order.id}`, cookie)
  await ask('orders read', address, cookie)
  const fate = chance.between(1, 100)
  if (fate > 95) return shop.vendor.orders.move(order, 'cancelled')
  if (fate > 85) {
    const { text } = await ask('reasons read', '/api/developer/v1/cancel-reasons', cookie)
    const { data } = JSON.parse(text) as {
      readonly data: readonly { readonly id: number; readonly should_select_items: boolean }[]
    }
    const reason = data.find(({ should_select_items: needsItems }) => !needsItems)
    await ask('orders rejected', `${address}/reject`, cookie, {
      method: 'POST',
      key: true,
      body: { cancel_reason_id: reason?.id },
    })
    return
  }
  await ask('orders accepted', `${address}/accept`, cookie, { method: 'POST', key: true })
  await pause()
  await ask('orders ready', `${address}/ready`, someone(), { method: 'POST', key: true })
  await pause()
  shop.vendor.orders.move(order, 'completed')
}

async function signInAndOut(ask: Ask, cookie: string): Promise<void> {
  const { response } = await ask('sign-ins', '/api/desk/session', cookie, { method: 'POST', body: person })
  const signedIn = [cookie, ...cookiesOf(response)].join('; ')
  await ask('sign-outs', '/api/desk/session', signedIn, { method: 'DELETE' })
}

async function newTablet(ask: Ask, manager: string): Promise<void> {
  const { text } = await ask('codes', '/api/desk/enrolment-codes', manager, { method: 'POST' })
  const { code } = (JSON.parse(text) as { readonly data: { readonly code: string } }).data
  const body = { code, device_name: 'Visitor' }
  const let_in = await ask('tablets let in', '/api/desk/enrolment', '', { method: 'POST', body })
  const { device } = (JSON.parse(let_in.text) as { readonly data: { readonly device: { readonly id: string } } }).data
  await ask('boards read', '/api/desk/orders?view=open', cookiesOf(let_in.response).join('; '))
  await ask('tablets cut off', `/api/desk/devices/${device.id}`, manager, { method: 'DELETE' })
}

const cookiesOf = (response: Response): readonly string[] =>
  response.headers.getSetCookie().flatMap((line) => line.split(';')[0] ?? [])

async function browse(ask: Ask, cookie: string, chance: Chance): Promise<void> {
  const words = ['tea', 'milk', 'قهوة', 'bread', 'cable', '10']
  await ask('pages of items', `/api/developer/v1/items?page=${chance.between(1, 3)}`, cookie)
  await ask('searches', `/api/desk/catalog/items?q=${encodeURIComponent(chance.pick(words))}`, cookie)
  await ask('closed orders', '/api/desk/orders?view=closed', cookie)
}
