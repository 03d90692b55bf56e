import { acknowledgedForMs, type Problem } from '#contract/desk/inbox.ts'
import type { FeedEvent } from '#contract/desk/feed.ts'
import type { Who } from '#contract/desk/who.ts'
import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import type { OrderReading } from './order-reader.ts'
import { isSameRecord, recordOfWord, withAction, withReading } from './order-record.ts'
import type { LastAction, OrderRecord, Store, TimelineRecord, Word } from './store.ts'
import { VendorFailure } from './vendor.ts'

export interface InboxParts {
  readonly store: Store
  readonly clock: Clock
  readonly responseWindowSeconds: number
  /** Tells every tablet that something changed. */
  readonly tell: (event: FeedEvent) => void
  /** Something is to be read soon. */
  readonly wake: () => void
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
  /** An open order. */
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
  version(): number
}

export function createInbox({ store, clock, responseWindowSeconds, tell, wake }: InboxParts): Inbox {
  const open = new Map<OrderId, OrderRecord>()
  const codes = new Map<OrderId, HandOverCodes>()
  const rumours = new Set<OrderId>()
  const inTurn = createTurns()
  const windowMs = responseWindowSeconds * 1000
  let latestVersion = 0

  /** Holds a record as the store gave it back, and tells the tablets. */
  function hold(record: OrderRecord): OrderRecord {
    latestVersion = Math.max(latestVersion, record.version)
    if (record.closedAt === null) open.set(record.orderId, record)
    else {
      open.delete(record.orderId)
      codes.delete(record.orderId)
    }
    tell({ event: 'order', data: { order_id: record.orderId, version: record.version } })
    return record
  }

  /** Writes a change down, where it is one. What only confirms what is known costs no write. */
  async function change(record: OrderRecord, next: OrderRecord): Promise<OrderRecord> {
    if (isSameRecord(record, next)) {
      const confirmed = { ...next, version: record.version }
      if (record.closedAt === null && open.has(record.orderId)) open.set(record.orderId, confirmed)
      return confirmed
    }
    const held = hold(await store.save(next))
    if (held.lane !== record.lane) await note(held.orderId, 'lane', held.lane)
    return held
  }

  /** An order that was never read rings until its window is over; after that nobody can say. */
  function laneUnread(record: OrderRecord): OrderRecord['lane'] {
    if (record.order !== null) return record.lane
    return clock.now() - record.receivedAt < windowMs ? 'answer' : 'other'
  }

  const find = async (orderId: OrderId) => open.get(orderId) ?? (await store.find(orderId))

  async function note(
    orderId: OrderId,
    what: string,
    detail: string | null = null,
    by: Who | null = null,
  ): Promise<void> {
    await store.note(orderId, { at: clock.now(), what, detail, by })
  }

  async function hear(words: readonly Word[]) {
    const results = await store.hear(words)
    const fresh = words.filter((_word, index) => results[index] === 'stored')
    if (fresh.length === 0) return results
    const version = await store.version()
    // It may have been read in the meantime.
    for (const word of fresh) if (!open.has(word.orderId)) hold(recordOfWord(word, version))
    wake()
    return results
  }

  return {
    async load() {
      for (const record of await store.open()) open.set(record.orderId, record)
      latestVersion = await store.version()
    },
    hear,
    keepUnreadable: (body, contentType) =>
      store.keepUnreadable({ receivedAt: clock.now(), contentType, body: new TextDecoder().decode(body) }),
    lookInto(orderId) {
      if (open.has(orderId)) return
      rumours.add(orderId)
      wake()
    },
    takeRumours() {
      const taken = [...rumours]
      rumours.clear()
      return taken
    },
    open: () => [...open.values()],
    peek: (orderId) => open.get(orderId),
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
      inTurn(orderId, async () => {
        const record = open.get(orderId)
        if (!record) return
        const problem = record.toldId === null ? problemOf(error) : record.problem
        await change(record, { ...record, problem, lane: laneUnread(record) })
      }),
    noteAction: (orderId, action) =>
      inTurn(orderId, async () => {
        const record = await find(orderId)
        await note(orderId, action.action, action.outcome, action.by)
        if (record) await change(record, withAction(action, { record, now: clock.now(), windowMs }))
      }),
    acknowledge: (orderId, by) =>
      inTurn(orderId, async () => {
        const record = open.get(orderId)
        if (!record) return undefined
        await note(orderId, 'acknowledged', null, by)
        if (record.problem === 'cancelled') return change(record, { ...record, problem: null, closedAt: clock.now() })
        return change(record, { ...record, acknowledged: { by, until: clock.now() + acknowledgedForMs } })
      }),
    version: () => latestVersion,
  }
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
