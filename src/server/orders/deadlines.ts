import type { Clock } from '#contract/clock.ts'
import { readDeadline, type Deadline } from '#contract/desk/deadline.ts'
import { isRecord } from '#contract/json.ts'
import { configured, estimateDeadline, isPrecise, usedAtMost, type CancelledAfter } from '#domain/deadline.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { Gate } from '#server/auth/require-sign-in.ts'
import type { Emit } from '#server/events/bus.ts'
import type { At } from '#server/http/guard.ts'
import { answer } from '#server/http/http-error.ts'
import type { OrderStore } from '#server/storage/store.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'

type WithOrder = Pick<OrderRecord, 'order'>

/** The estimated times to answer an order, learned from those that the service cancelled. */
export interface Deadlines {
  /** Loads what earlier orders showed. Call it before any other method. @throws {StoreUnavailable} */
  load(): Promise<void>
  /** Learns from an order, or forgets it if its cancellation turns out to be an action of this shop. */
  note(record: OrderRecord): void
  /** The cautious end, in milliseconds. */
  windowMs(record: WithOrder): number
  /** The late end: until then the order may still be answered. */
  endsAfterMs(record: WithOrder): number
  /** For the shop and service type with the most observations. */
  main(): Deadline
  forAll(): Deadline
  groups(): readonly DeadlineGroup[]
}

interface DeadlineGroup extends Deadline {
  readonly shop: string | null
  readonly service: string | null
  readonly shop_name: string | null
}

interface DeadlinesDeps {
  readonly store: Pick<OrderStore, 'closed'>
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly configuredSeconds: number
  readonly emit: Emit
}

interface Seen extends CancelledAfter {
  readonly orderId: OrderId
  readonly at: number
}

/** A shop and a service type. */
interface Group {
  readonly shop: string | null
  readonly service: string | null
  name: string | null
  /** Newest first. */
  seen: readonly Seen[]
  /** Nothing if too little agrees. */
  estimate: Deadline | undefined
}

const learnedFromMs = 90 * 24 * 60 * 60_000
const readAtOnce = 100
const readAtMost = 2_000
const groupsAtMost = 100
const noGroup = { shop: null, service: null, name: null }

/** Each server learns the same, because it sees the changes that other servers make. */
export function createDeadlines({ store, clock, configuredSeconds, emit }: DeadlinesDeps): Deadlines {
  const groups = new Map<string, Group>()
  const all: Group = { ...noGroup, seen: [], estimate: undefined }

  const inForce = (group: Group | undefined): Deadline =>
    group?.estimate ?? all.estimate ?? configured(configuredSeconds, (group ?? all).seen.length)
  const forOrder = ({ order }: WithOrder): Deadline => inForce(groups.get(keyOf(groupIn(order))))
  const sorted = () => [...groups.values()].toSorted((one, other) => other.seen.length - one.seen.length)

  function groupOf(order: unknown): Group {
    const { name, ...rest } = groupIn(order)
    const key = keyOf(rest)
    const group = groups.get(key) ?? { ...rest, name, seen: [], estimate: undefined }
    group.name = name ?? group.name
    groups.set(key, group)
    const [fewest] = sorted().toReversed()
    if (groups.size > groupsAtMost && fewest && fewest !== group) groups.delete(keyOf(fewest))
    return group
  }

  function learn(record: OrderRecord): void {
    const { orderId, receivedAt, cancelledAfter } = record
    const isOf = (each: Seen) => each.orderId === orderId
    const isKnown = all.seen.some(isOf) || groups.get(keyOf(groupIn(record.order)))?.seen.some(isOf) === true
    if (isKnown === (cancelledAfter !== undefined)) return
    const next = cancelledAfter && { orderId, at: receivedAt + cancelledAfter.high, ...cancelledAfter }
    for (const group of [all, groupOf(record.order)]) {
      const others = group.seen.filter((each) => !isOf(each))
      const seen = next && isPrecise(next) ? [...others, next] : others
      group.seen = seen.toSorted(newestFirst).slice(0, usedAtMost)
      group.estimate = estimateDeadline(group.seen, { mayShift: group !== all })
    }
  }

  /** What rows show that the order may change: a group without an estimate follows that for all. */
  const lowsBy = (record: WithOrder) => [inForce(undefined), forOrder(record)].map(({ low }) => low).join()

  return {
    async load() {
      const from = clock.now() - learnedFromMs
      let before: number | undefined
      for (let read = 0; read < readAtMost; read += readAtOnce) {
        const page = await store.closed({
          outcome: 'missed',
          from,
          limit: readAtOnce,
          ...(before !== undefined && { before }),
        })
        page.forEach(learn)
        before = page.at(-1)?.receivedAt
        if (page.length < readAtOnce) return
        // A file store answers within one turn of the event loop.
        await clock.sleep(0)
      }
    },
    note(record) {
      if (record.lane !== 'closed') return
      const before = lowsBy(record)
      learn(record)
      if (lowsBy(record) !== before) emit({ type: 'deadline-changed' })
    },
    windowMs: (record) => forOrder(record).low * 1000,
    endsAfterMs: (record) => forOrder(record).high * 1000,
    main: () => inForce(sorted()[0]),
    forAll: () => inForce(undefined),
    groups: () =>
      sorted().map((group) => ({
        ...inForce(group),
        shop: group.shop,
        service: group.service,
        shop_name: group.name,
      })),
  }
}

const newestFirst = (one: Seen, other: Seen) => other.at - one.at || (one.orderId < other.orderId ? -1 : 1)

const keyOf = ({ shop, service }: Pick<Group, 'shop' | 'service'>): string => JSON.stringify([shop, service])

/** Read without the schema, because each row asks for it. */
function groupIn(order: unknown): Pick<Group, 'shop' | 'service' | 'name'> {
  if (!isRecord(order)) return noGroup
  const vendor = isRecord(order['vendor']) ? order['vendor'] : {}
  return { shop: textOf(vendor['id']), service: textOf(order['service']), name: textOf(vendor['name']) }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

interface DeadlineRouteDeps {
  readonly gate: Gate
  readonly deadlines: Pick<Deadlines, 'main' | 'groups'>
}

export function deadlineRoutes(at: At, { gate, deadlines }: DeadlineRouteDeps): void {
  at(readDeadline.path, {
    GET: [gate.enrolledOnly, () => answer(200, { ...deadlines.main(), groups: deadlines.groups() })],
  })
}
