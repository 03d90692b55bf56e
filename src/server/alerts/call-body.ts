import type { OrderId } from '#contract/vendor/item-id.ts'
import type { AlertRecord } from '#domain/alert.ts'
import type { AlertMoments } from './push-words.ts'
import { alertTexts } from './push-words.ts'

/** What an address of ALERT_URL gets: which order waits, and nothing about its customer. */
interface AlertBody {
  readonly alert: string
  readonly order_id: OrderId | null
  /** The print number; null if it is not known. */
  readonly number: string | null
  /** Null where no order waits. */
  readonly waited_seconds: number | null
  /** ISO 8601 in UTC. */
  readonly at: string
}

export interface AlertMessage {
  /** The same with each further try. */
  readonly id: string
  readonly body: AlertBody
  /** The same in a sentence, for services that show a text. */
  readonly text: string
}

/** The message for the addresses of ALERT_URL. */
export function messageForCalls(alert: AlertRecord, moments: AlertMoments | undefined): AlertMessage {
  const { id, kind, isRehearsal, orderId, number, at } = alert
  const { title, body } = alertTexts(alert, 'en', moments, at)
  return {
    id,
    body: {
      alert: isRehearsal ? 'rehearsal' : kind,
      order_id: orderId,
      number,
      waited_seconds: moments ? Math.max(0, Math.round((at - moments.since) / 1000)) : null,
      at: new Date(at).toISOString(),
    },
    text: `${title}. ${body}`,
  }
}
