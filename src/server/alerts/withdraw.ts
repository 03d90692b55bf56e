import type { Clock } from '#contract/clock.ts'
import { tagOf, type AlertRecord, type PhoneRecord } from '#domain/alert.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { AlertBook } from './alert-book.ts'
import { tryAgainMs, type AlertDelivery } from './alert-delivery.ts'
import type { Duties } from './duty.ts'
import type { PushPhones } from './push-phones.ts'
import { withdrawal } from './push-words.ts'

export interface WithdrawDeps {
  readonly clock: Clock
  readonly log: Log
  readonly book: Pick<AlertBook, 'find' | 'open'>
  readonly duties: Pick<Duties, 'audience'>
  readonly phones: Pick<PushPhones, 'send'>
  readonly delivery: Pick<AlertDelivery, 'underWay'>
}

/** Takes back what phones show of alerts that have ended: one message a phone and tag. Never rejects. */
export type Withdraw = (ended: readonly AlertRecord[], closing: AbortSignal) => Promise<void>

/** For phones that were off until then. */
const ttl = 3600

export function createWithdraw({ clock, log, book, duties, phones, delivery }: WithdrawDeps): Withdraw {
  /** Whether a phone may show the alert: it was delivered, or nothing is known of the last try. */
  const mayShow = (alert: AlertRecord, phoneId: string): boolean =>
    (book.find(alert.id) ?? alert).told.some(
      ({ to, id, outcome }) => to !== 'call' && id === phoneId && (outcome === 'delivered' || outcome === 'pending'),
    )

  async function withdrawOne(phone: PhoneRecord, alerts: readonly AlertRecord[], closing: AbortSignal): Promise<void> {
    const [last] = alerts.toReversed()
    if (!last) return
    const tag = tagOf(last)
    await delivery.underWay(phone.id, tag)
    if (!alerts.some((alert) => mayShow(alert, phone.id))) return
    // An alert that came since stands under the same tag.
    const isTaken = () => book.open().some((alert) => tagOf(alert) === tag)
    const message = () => (isTaken() ? undefined : withdrawal(last, phone.language, clock.now()))
    for (const pause of [...tryAgainMs, undefined]) {
      try {
        await phones.send(phone, message, { ttl, urgency: 'low' })
        return
      } catch (error) {
        log('alert_failed', { alert: 'withdrawn', message: error instanceof Error ? error.message : 'unknown' }, 'warn')
      }
      if (pause === undefined || closing.aborted) return
      await clock.sleep(pause, closing)
    }
  }

  return async (ended, closing) => {
    if (!ended.some(({ told }) => told.some(({ to }) => to !== 'call'))) return
    const audience = await duties.audience()
    const byTag = Map.groupBy(ended, tagOf)
    await Promise.all(
      [...byTag.values()].flatMap((alerts) => audience.phones.map((phone) => withdrawOne(phone, alerts, closing))),
    )
  }
}
