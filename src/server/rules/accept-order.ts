import { automaticPerson } from '#contract/desk/action.ts'
import type { AutoAccept, RuleReason } from '#contract/desk/rules.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { readOrder } from '#contract/vendor/order.ts'
import { judgeOrder } from '#domain/auto-accept.ts'
import { laneOf } from '#domain/lane.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { Actions } from '#server/actions/actions.ts'
import type { Emit } from '#server/events/bus.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import { noReading, type OrderReader } from '#server/orders/order-reader.ts'
import type { OrderTimes } from '#server/orders/order-times.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { Sha256 } from '#server/runtime/credentials.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { keyOfTry } from './key-of-try.ts'
import { createRuleFacts, type FactsDeps } from './rule-facts.ts'
import { arrivalOf, type RuleProgress } from './rule-progress.ts'
import type { Rules } from './rules.ts'

export interface AcceptOrderDeps extends FactsDeps {
  readonly inbox: Pick<Inbox, 'open' | 'peek' | 'noted' | 'mark' | 'timeline'>
  readonly rules: Rules
  readonly actions: Pick<Actions, 'perform'>
  readonly orders: Pick<OrderReader, 'read'>
  readonly times: Pick<OrderTimes, 'arrivedAt' | 'waitsSince' | 'respondBy'>
  readonly sha256: Sha256
  readonly emit: Emit
  readonly log: Log
  readonly onStoreFailure: (error: unknown) => void
}

const second = 1000
/** Pauses after a try that had no effect; after as many and one more it is left to people. */
const pausesMs = [2 * second, 5 * second]
/** How long an order waits for the first reading of the catalog before it is left to people. */
const catalogWaitMs = 20 * second
/** Time for tablets to reconnect after a start of the server; their feed is back within 30 s. */
const comingBackMs = 30 * second

/** Reasons for which nobody needs to be told: the shop has set it so. */
const quietReasons: readonly RuleReason[] = ['off', 'hours', 'weekday', 'came_back']

/** Whether an order may be accepted by a rule: it came from the service, and nobody has answered it. */
export const waits = (record: OrderRecord | undefined): record is OrderRecord =>
  record?.lane === 'answer' && record.source === 'webhook' && record.toldId === null && record.order !== null

/** Accepts one order by the rule, or leaves it to people. */
export function createAcceptOrder(deps: AcceptOrderDeps, progress: RuleProgress) {
  const { inbox, rules, actions, orders, times, clock, sha256, emit, log, onStoreFailure } = deps
  const factsOf = createRuleFacts(deps)
  const startedAt = clock.steady()

  /** Leaves an order to people; its timeline says so once. @throws {StoreUnavailable} */
  async function leave(record: OrderRecord, because: RuleReason): Promise<void> {
    if (!quietReasons.includes(because)) {
      const told = await inbox.timeline(record.orderId)
      const isTold = told.some(({ what, at }) => what === 'rule_left' && at >= arrivalOf(record))
      if (!isTold) {
        const entry = { at: clock.now(), what: 'rule_left', detail: because, by: null }
        await inbox.mark(record.orderId, ({ marks }) => ({ marks, notes: [entry], isNews: true }))
        log('rule_left', { order_id: record.orderId, because })
        emit({ type: 'rule-left', record, because })
      }
    }
    progress.note(record, { isSettled: true })
  }

  /** Tries again later what had no effect, or leaves it. @throws {StoreUnavailable} */
  async function failed(record: OrderRecord): Promise<void> {
    const { tries } = progress.of(record)
    const pauseMs = pausesMs[tries]
    if (pauseMs === undefined) return leave(record, 'failed')
    progress.note(record, { tries: tries + 1, notBefore: clock.now() + pauseMs })
  }

  async function send(record: OrderRecord, { when }: AutoAccept): Promise<void> {
    const { orderId, version } = record
    const key = await keyOfTry(sha256, orderId, arrivalOf(record), progress.of(record).tries)
    const by = { person: automaticPerson, tablet: '', rule: when }
    const status = await actions.perform('accept', orderId, key, undefined, by, undefined, version).then(
      (answer) => answer.status,
      (error: unknown) => {
        if (error instanceof HttpError) return error.status
        if (!(error instanceof StoreUnavailable)) throw error
        onStoreFailure(error)
        return 503
      },
    )
    if (status >= 500) return failed(record)
    await inbox.noted(orderId)
    // After a 409 somebody was faster; other refusals leave an order that still waits.
    if (status >= 400 && status !== 409 && waits(inbox.peek(orderId))) return leave(record, 'failed')
    progress.note(record, { isSettled: true })
  }

  /** Judges an order by a new reading, and accepts it or leaves it. @throws {StoreUnavailable} */
  async function decide(orderId: OrderId, closing: AbortSignal): Promise<void> {
    const before = inbox.peek(orderId)
    // Another server may have switched it off.
    await rules.look()
    if (!waits(before) || !rules.current().enabled) return
    if (clock.now() >= times.respondBy(before)) return leave(before, 'too_late')
    const reading = await orders.read(orderId, 'action').catch(noReading)
    await inbox.noted(orderId)
    const record = inbox.peek(orderId)
    if (!waits(record)) return
    if (!reading) return failed(record)
    const order = readOrder(orderId, record.order)
    // It is shown as waiting as long as its state is not understood.
    const isPending = record.problem === null && order !== undefined && laneOf(order) === 'answer'
    if (!isPending) return leave(record, 'unreadable')
    const facts = await factsOf(record)
    // The reading took a while.
    const rule = await rules.look()
    const because = judgeOrder(rule, facts)
    if (because === 'off' || closing.aborted || inbox.peek(orderId)?.version !== record.version)
      return progress.putOff(record, second)
    if (because === 'catalog_unread' && clock.now() - times.arrivedAt(record) < catalogWaitMs)
      return progress.putOff(record, second)
    if (because === 'nobody_there' && clock.steady() - startedAt < comingBackMs) return progress.putOff(record, second)
    if (because !== 'fits') return leave(record, because)
    if (clock.now() >= times.respondBy(record)) return leave(record, 'too_late')
    await send(record, rule)
  }

  return decide
}
