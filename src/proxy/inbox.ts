import { acknowledgedForMs, type Problem } from '#contract/desk/inbox.ts'
import { canBePutAside } from '#contract/desk/put-aside.ts'
import type { FeedEvent } from '#contract/desk/feed.ts'
import type { Who } from '#contract/desk/who.ts'
import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { createAside } from './aside.ts'
import type { OrderReading } from './order-reader.ts'
import { isSameRecord, recordOfWord, withAction, withLease, withReading } from './order-record.ts'
import { createRumours } from './rumours.ts'
import type { Marks } from './marks.ts'
import type { LastAction, OrderRecord, Store, TimelineRecord, Told, Word } from './store.ts'
import { VendorFailure } from './vendor.ts'
import { withoutCodes } from './without-codes.ts'

export interface InboxParts {
  readonly store: Store
  readonly clock: Clock
  readonly responseWindowSeconds: number
  /** Tells every tablet that something changed. */
  readonly tell: (event: FeedEvent) => void
  /** Something is to be read soon: this order, which is open now and was not, or what is only spoken of. */
  readonly wake: (orderId?: OrderId) => void
}

/** The codes of hand-over: in memory, and in answers to enrolled tablets, nowhere else. */
export type HandOverCodes = Readonly<Record<'pickup_otp' | 'return_otp', unknown>>

/** The orders that this desk has heard of, and what it knows of each. */
export interface Inbox {
  /** Reads what the store kept; before this there is nothing here. */
  load(): Promise<void>
  /** Takes words down; resolves when they are durable. @throws {StoreUnavailable} */
  hear(words: readonly Word[]): Promise<readonly ('stored' | 'duplicate')[]>
  keepUnreadable(body: Uint8Array, contentType: string): Promise<void>
  /** Somebody spoke of an order that may be none: it is taken in if the vendor knows it. */
  lookInto(orderId: OrderId): void
  /** Orders that may be none, to be asked for once. */
  takeRumours(): readonly OrderId[]
  open(): readonly OrderRecord[]
  /** What a person put aside within the last day: the vendor may come to know it yet. */
  aside(): readonly OrderRecord[]
  /** An order that is open, or was put aside within the last day. */
  peek(orderId: OrderId): OrderRecord | undefined
  find(orderId: OrderId): Promise<OrderRecord | undefined>
  closed(options: {
    readonly search?: string
    readonly before?: number
    readonly limit: number
  }): Promise<readonly OrderRecord[]>
  codes(orderId: OrderId): HandOverCodes | undefined
  timeline(orderId: OrderId): Promise<readonly TimelineRecord[]>
  /** The vendor has shown an order. */
  noteReading(reading: OrderReading): Promise<void>
  /** The vendor would not show an order, or cannot be asked for it. */
  noteTrouble(orderId: OrderId, error?: unknown): Promise<void>
  noteAction(orderId: OrderId, action: LastAction): Promise<void>
  /** @returns nothing where there is no such open order. */
  acknowledge(orderId: OrderId, by: Who): Promise<OrderRecord | undefined>
  /**
   * Notes that somebody is about to answer an open order, or no longer is. Who came first is told of, for 20 s.
   * @returns nothing where there is no such open order.
   */
  lease(orderId: OrderId, by: Who, isAnswering: boolean): Promise<OrderRecord | undefined>
  /** Closes an order that the vendor never came to know; it comes back if the vendor does. @returns as `acknowledge`. */
  putAside(orderId: OrderId, by: Who): Promise<OrderRecord | undefined>
  /**
   * Marks an order, open or closed, in its turn; what only repeats the marks there are is not written, nor told.
   * @returns the order, or nothing where this desk has not heard of it.
   */
  mark(orderId: OrderId, next: (record: OrderRecord) => Marking): Promise<OrderRecord | undefined>
  version(): number
}

/** What is marked on an order, and what is told of it. */
export type Marking = Told & { readonly marks: Marks }

type Next = OrderRecord | undefined

export function createInbox({ store, clock, responseWindowSeconds, tell, wake }: InboxParts): Inbox {
  const open = new Map<OrderId, OrderRecord>()
  const aside = createAside(store, clock)
  const codes = new Map<OrderId, HandOverCodes>()
  const rumours = createRumours(wake)
  const inTurn = createTurns()
  const versionNow = createVersionAsker(store)
  const windowMs = responseWindowSeconds * 1000
  let latestVersion = 0

  /** Holds a record as the store gave it back, and tells the tablets. */
  function hold(record: OrderRecord): OrderRecord {
    latestVersion = Math.max(latestVersion, record.version)
    aside.note(record)
    if (record.closedAt === null) {
      if (!open.has(record.orderId)) wake(record.orderId)
      open.set(record.orderId, record)
    } else {
      open.delete(record.orderId)
      codes.delete(record.orderId)
    }
    tell({ event: 'order', data: { order_id: record.orderId, version: record.version } })
    return record
  }

  /** Writes a change down, where it is one. What only confirms what is known costs no write. */
  async function change(record: OrderRecord, next: OrderRecord, told?: Told): Promise<OrderRecord> {
    if (isSameRecord(record, next)) {
      const confirmed = { ...next, version: record.version }
      if (record.closedAt === null && open.has(record.orderId)) open.set(record.orderId, confirmed)
      return confirmed
    }
    const held = hold(await store.save(next, told))
    if (held.lane !== record.lane) await note(held.orderId, 'lane', held.lane)
    return held
  }

  /** Changes an open order, in its turn. @returns nothing where there is none, or it is not to be changed. */
  const changeOpen = (orderId: OrderId, next: (record: OrderRecord) => Next | Promise<Next>) =>
    inTurn(orderId, async () => {
      const record = open.get(orderId)
      const changed = record && (await next(record))
      return record && changed && change(record, changed)
    })

  const find = async (orderId: OrderId) => open.get(orderId) ?? (await store.find(orderId))

  const note = (orderId: OrderId, what: string, detail: string | null = null, by: Who | null = null): Promise<void> =>
    store.note(orderId, { at: clock.now(), what, detail, by })

  async function hear(words: readonly Word[]) {
    const results = await store.hear(words)
    const fresh = words.filter((_word, index) => results[index] === 'stored')
    if (fresh.length > 0) {
      const version = await versionNow()
      // It may have been read in the meantime.
      for (const word of fresh) if (!open.has(word.orderId)) hold(recordOfWord(word, version))
    }
    // Word of an order that somebody has put aside: perhaps the vendor knows it now.
    for (const orderId of await aside.among(words.filter((word) => !open.has(word.orderId)))) rumours.add(orderId)
    return results
  }

  return {
    async load() {
      for (const record of await store.open()) open.set(record.orderId, record)
      await aside.load()
      latestVersion = await store.version()
    },
    hear,
    keepUnreadable(body, contentType) {
      const text = withoutCodes(new TextDecoder().decode(body))
      return store.keepUnreadable({ receivedAt: clock.now(), contentType, body: text })
    },
    lookInto: (orderId) => void (open.has(orderId) || rumours.add(orderId)),
    takeRumours: rumours.take,
    open: () => [...open.values()],
    aside: aside.all,
    peek: (orderId) => open.get(orderId) ?? aside.find(orderId),
    find,
    closed: (options) => store.closed(options),
    codes: (orderId) => codes.get(orderId),
    timeline: (orderId) => store.timeline(orderId),
    noteReading: ({ order, data, askedAt }) =>
      inTurn(order.id, async () => {
        const record = await find(order.id)
        if (!record) return
        if (isRecord(data)) codes.set(order.id, { pickup_otp: data['pickup_otp'], return_otp: data['return_otp'] })
        const held = await change(record, withReading(data, askedAt, { record, now: clock.now(), windowMs }))
        if (held.beforeChange !== null && record.beforeChange === null) await note(order.id, 'changed')
      }),
    noteTrouble: (orderId, error) =>
      changeOpen(orderId, (record) => {
        const problem = record.toldId === null ? problemOf(error) : record.problem
        return { ...record, problem, lane: laneUnread(record, problem, clock.now() - windowMs) }
      }).then(() => undefined),
    noteAction: (orderId, action) =>
      inTurn(orderId, async () => {
        const record = await find(orderId)
        await note(orderId, action.action, action.outcome, action.by)
        if (record) await change(record, withAction(action, { record, now: clock.now(), windowMs }))
      }),
    acknowledge: (orderId, by) =>
      changeOpen(orderId, async (record) => {
        await note(orderId, 'acknowledged', null, by)
        if (record.problem === 'cancelled') return { ...record, problem: null, closedAt: clock.now() }
        return { ...record, acknowledged: { by, until: clock.now() + acknowledgedForMs } }
      }),
    lease: (orderId, by, isAnswering) =>
      changeOpen(orderId, (record) => withLease(by, isAnswering, { record, now: clock.now() })),
    putAside: (orderId, by) =>
      changeOpen(orderId, async (record) => {
        if (!canBePutAside(record)) return undefined
        await note(orderId, 'put_aside', null, by)
        return { ...record, lane: 'closed', closedAt: clock.now() }
      }),
    mark: (orderId, next) => inTurn(orderId, async () => marked(await find(orderId), next, change)),
    version: () => latestVersion,
  }
}

/** An order that was never read, or is no longer known, rings until its window is over; after that nobody can say. */
function laneUnread(record: OrderRecord, problem: Problem | null, windowSince: number): OrderRecord['lane'] {
  const isKnown = record.order !== null && (problem !== 'not_found' || record.lane !== 'answer')
  if (isKnown) return record.lane
  return record.receivedAt > windowSince ? 'answer' : 'other'
}

async function marked(
  record: OrderRecord | undefined,
  next: (record: OrderRecord) => Marking,
  change: (record: OrderRecord, next: OrderRecord, told: Told) => Promise<OrderRecord>,
): Promise<OrderRecord | undefined> {
  if (!record) return undefined
  const { marks, ...told } = next(record)
  return change(record, { ...record, marks }, told)
}

/** One change of an order after the other: each begins with what the last one left, and none undoes another. */
function createTurns() {
  const turns = new Map<OrderId, Promise<unknown>>()
  return <T>(orderId: OrderId, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(orderId) ?? Promise.resolve()).then(work)
    const over = turn
      .catch(() => undefined)
      .then(() => {
        if (turns.get(orderId) === over) turns.delete(orderId)
      })
    turns.set(orderId, over)
    return turn
  }
}

/** The version after what was just written: asked for once, for all whose words one commit took along. */
function createVersionAsker(store: Pick<Store, 'version'>): () => Promise<number> {
  let asked: Promise<number> | undefined
  return () =>
    // Whoever comes once the store is being asked may have written later than its answer.
    (asked ??= Promise.resolve().then(() => {
      asked = undefined
      return store.version()
    }))
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof VendorFailure)) return 'vendor'
  switch (error.reason) {
    case 'not-found':
      return 'not_found'
    case 'unreadable':
      return 'unreadable'
    case 'unauthenticated':
      return 'token'
    default:
      return 'vendor'
  }
}
