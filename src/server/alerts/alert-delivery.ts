import type { Clock } from '#contract/clock.ts'
import type { Rung } from '#contract/desk/alerts.ts'
import { phonesOf, rungsOf, tagOf, type AlertRecord, type PhoneRecord, type ToldRecord } from '#domain/alert.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { Metrics } from '#server/runtime/metrics.ts'
import { withTimeLimit } from '#server/runtime/tasks.ts'
import type { AlertBook } from './alert-book.ts'
import { messageForCalls } from './call-body.ts'
import type { Audience, Duties } from './duty.ts'
import type { AlertsOutside } from './outside.ts'
import { sendLimitMs, type PushPhones } from './push-phones.ts'
import { pushMessage, type AlertMoments } from './push-words.ts'

export interface DeliveryDeps {
  readonly outside: Pick<AlertsOutside, 'sendCall' | 'callHosts'>
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly book: AlertBook
  readonly duties: Pick<Duties, 'audience'>
  readonly phones: Pick<PushPhones, 'send'>
  /** The moments of an order that waits for its answer; undefined if it does not. */
  readonly momentsOf: (orderId: string) => AlertMoments | undefined
}

export interface AlertDelivery {
  /** Tells everybody whom the ladder names. Resolves when somebody was reached, or nobody is left. Never rejects. */
  tell(alert: AlertRecord, closing: AbortSignal): Promise<void>
  /** The attempts under way to show a phone something of a tag. */
  underWay(phoneId: string, tag: string): Promise<unknown> | undefined
  /** Resolves when nothing is being sent. Never rejects. */
  idle(): Promise<unknown>
}

/** Somebody to be told. `attempt`: undefined if there was no need; it throws if it may be tried again. */
interface Target {
  readonly to: Rung
  readonly id: string
  readonly name: string
  readonly attempt: () => Promise<'delivered' | 'gone' | 'refused' | undefined>
}

const rungOrder: readonly Rung[] = ['phone', 'call', 'owner']
const second = 1000
/** The pauses before each further try. */
export const tryAgainMs = [2 * second, 8 * second, 30 * second]
const leastTtl = 60
/** How long an alert without a deadline is of use. */
const usualTtl = 3600

const ttlOf = (moments: AlertMoments | undefined, now: number): number =>
  Math.max(leastTtl, moments ? Math.ceil((moments.until - now) / second) : usualTtl)

/** Tells phones and addresses, each by itself, until it is told, the tries are used up, or the alert has ended. */
export function createAlertDelivery(deps: DeliveryDeps): AlertDelivery {
  const { outside, clock, log, metrics, book, duties, phones, momentsOf } = deps
  const showing = new Map<string, Promise<unknown>>()
  const sending = new Set<Promise<unknown>>()

  /** Whether an alert is still of use. Memory knows at once. */
  function isDue({ id, orderId }: AlertRecord): boolean {
    const record = book.find(id)
    return record?.ended === null && (orderId === null || momentsOf(orderId) !== undefined)
  }

  /** Whether a later alert of the same order replaces this one on a phone. */
  const isReplaced = ({ orderId, step, isRehearsal }: AlertRecord): boolean =>
    step !== null &&
    book.open().some((each) => each.orderId === orderId && each.isRehearsal === isRehearsal && (each.step ?? 0) > step)

  function noteTold(alert: AlertRecord, { to, id, name }: Target, outcome: ToldRecord['outcome']): void {
    book.note(alert.id, [{ to, id, name, outcome, at: clock.now() }])
    if (outcome !== 'pending') metrics.count('vendor_desk_alerts_total', { kind: alert.kind, to, outcome })
  }

  /** Tells one, again after each pause. @returns whether the first try reached them */
  function tellOne(alert: AlertRecord, target: Target, closing: AbortSignal): Promise<boolean> {
    const first = Promise.withResolvers<boolean>()
    const fields = { alert: alert.kind, order_id: alert.orderId, to: target.to }

    async function run(): Promise<void> {
      for (const pause of [...tryAgainMs, undefined]) {
        try {
          const attempt = target.attempt()
          sending.add(attempt)
          const outcome = await attempt.finally(() => sending.delete(attempt))
          first.resolve(outcome === 'delivered' || outcome === undefined)
          if (outcome === 'delivered') log('alert_sent', fields)
          else if (outcome !== undefined) log('alert_failed', { ...fields, message: outcome }, 'warn')
          return noteTold(alert, target, outcome === 'refused' ? 'failed' : (outcome ?? 'not_needed'))
        } catch (error) {
          const message = error instanceof Error ? error.message : 'unknown'
          log('alert_failed', { ...fields, message }, 'warn')
          first.resolve(false)
        }
        if (pause !== undefined) await clock.sleep(pause, closing)
        if (closing.aborted) return
      }
      noteTold(alert, target, 'failed')
    }
    void run()
    return first.promise
  }

  function phoneTarget(alert: AlertRecord, to: 'phone' | 'owner', phone: PhoneRecord, name: string): Target {
    const makeMessage = () => {
      if (!isDue(alert) || isReplaced(alert)) return undefined
      const moments = alert.orderId === null ? undefined : momentsOf(alert.orderId)
      return pushMessage(alert, phone.language, moments, clock.now())
    }
    const key = `${phone.id} ${tagOf(alert)}`
    let isAgain = false
    return {
      to,
      id: phone.id,
      name,
      async attempt() {
        if (isAgain && !(await isStillThere(phone, duties))) return undefined
        isAgain = true
        const moments = alert.orderId === null ? undefined : momentsOf(alert.orderId)
        const sent = phones.send(phone, makeMessage, { ttl: ttlOf(moments, clock.now()), urgency: 'high' })
        const all = Promise.allSettled([showing.get(key), sent])
        showing.set(key, all)
        void all.then(() => showing.get(key) === all && showing.delete(key))
        return sent
      },
    }
  }

  const callTarget = (alert: AlertRecord, place: number, host: string): Target => ({
    to: 'call',
    id: String(place),
    name: host,
    async attempt() {
      if (!isDue(alert)) return undefined
      const message = messageForCalls(alert, alert.orderId === null ? undefined : momentsOf(alert.orderId))
      await withTimeLimit(clock, sendLimitMs, (signal) => outside.sendCall(place, message, signal))
      return 'delivered'
    },
  })

  function targetsOf(rung: Rung, alert: AlertRecord, { phones: all, dutyOf, nameOf }: Audience): readonly Target[] {
    if (rung === 'call') return outside.callHosts.map((host, place) => callTarget(alert, place, host))
    return phonesOf(rung, all, dutyOf, clock.now()).map((phone) =>
      phoneTarget(alert, rung, phone, nameOf(phone.personId)),
    )
  }

  return {
    async tell(alert, closing) {
      const audience = await duties.audience()
      const reached = new Map<Rung, Promise<boolean>>()

      function tellRung(rung: Rung): void {
        const before = book.find(alert.id)?.told ?? []
        const isPhone = ({ to }: Pick<ToldRecord, 'to'>) => to !== 'call'
        // Not again who has an outcome, as after a restart, or a phone that another rung tells.
        const isTold = (target: Target) =>
          before.some(
            (told) =>
              told.id === target.id &&
              isPhone(told) === isPhone(target) &&
              (told.outcome !== 'pending' || told.to !== target.to),
          )
        const targets = targetsOf(rung, alert, audience).filter((target) => !isTold(target))
        const at = clock.now()
        book.note(
          alert.id,
          targets.map(({ to, id, name }) => ({ to, id, name, outcome: 'pending', at })),
        )
        const wasReached = before.some((told) => told.to === rung && told.outcome === 'delivered')
        const first = Promise.all(targets.map((target) => tellOne(alert, target, closing)))
        reached.set(
          rung,
          first.then((outcomes) => wasReached || outcomes.includes(true)),
        )
      }

      for (const rung of rungsOf(alert, audience.ladder)) tellRung(rung)
      for (const [place, rung] of rungOrder.entries()) {
        const next = rungOrder[place + 1]
        const isReached = (await reached.get(rung)) ?? true
        if (!isReached && next && !reached.has(next) && isDue(alert) && !closing.aborted) tellRung(next)
      }
    },
    underWay: (phoneId, tag) => showing.get(`${phoneId} ${tag}`),
    idle: () => Promise.allSettled(sending),
  }
}

/** Whether a phone is still to be told: its person and its tablet may have been removed. */
const isStillThere = async (phone: PhoneRecord, duties: DeliveryDeps['duties']): Promise<boolean> =>
  (await duties.audience()).phones.some(({ id }) => id === phone.id)
