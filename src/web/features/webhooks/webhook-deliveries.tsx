import { type Delivery, type OutgoingWebhook, outgoingWebhooks } from '#contract/desk/outgoing-webhooks.ts'
import { paths } from '#contract/screen-paths.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { Digits, Message, Skeleton } from '#web/components/text.tsx'
import { formatSent, useToday } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure } from '#web/manage/change.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { deliveriesQuery, isBeingSent, useWebhookChange } from './webhook-queries.ts'
import {
  deliveryInks,
  deliveryWords,
  failureWords,
  isSameAnswer,
  nameOf,
  notDeliveredWords,
  whyWords,
} from './webhook-words.ts'

type Failure = NonNullable<OutgoingWebhook['failure']>

/** What all that failed have in common; undefined if it is not the same, or only one. */
function sharedFailure(deliveries: readonly Delivery[]): Failure | undefined {
  const failures = deliveries.flatMap(({ state, last_try: last }) => (last && state !== 'delivered' ? [last] : []))
  const [first] = failures
  return first && failures.length > 1 && failures.every((each) => isSameAnswer(each, first)) ? first : undefined
}

/**
 * The last fifty messages, and earlier ones that were given up: what was answered to each, newest first. A cause that
 * all have in common stands above them.
 */
export function Deliveries({ webhook }: { readonly webhook: OutgoingWebhook }) {
  const t = useTranslate()
  const { data: deliveries, error } = useQuery(deliveriesQuery(webhook.id))
  useToday()
  if (!deliveries) return error ? <Message look="red">{failureWords(error, t)}</Message> : <Skeleton className="h-24" />
  if (deliveries.length === 0) return <p className="text-soft">{t('webhooks.noneSent')}</p>
  const shared = sharedFailure(deliveries)
  const isInTurn = deliveries.some(({ state, next_at: nextAt }) => state === 'waiting' && nextAt === null)
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      {/* The webhook's own state says it already. */}
      {shared && !(webhook.failure && isSameAnswer(webhook.failure, shared)) && (
        <p className="text-red">{notDeliveredWords(shared, t)}</p>
      )}
      {isInTurn && <p className="text-sm text-soft">{t('webhooks.inTurn')}</p>}
      <ul aria-label={t('webhooks.latestName', { name: nameOf(webhook) })} className="-my-3 divide-y divide-line">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} isCauseKnown={shared !== undefined} />
        ))}
      </ul>
    </div>
  )
}

interface DeliveryRowProps {
  readonly webhook: OutgoingWebhook
  readonly delivery: Delivery
  /** Why it failed is said above the list. */
  readonly isCauseKnown: boolean
}

function DeliveryRow({ webhook, delivery, isCauseKnown }: DeliveryRowProps) {
  const t = useTranslate()
  const language = useLanguage()
  const { id, event, order_id: orderId, number, at, state, tries } = delivery
  const params = { webhookId: webhook.id, deliveryId: id }
  const again = useWebhookChange(async () => (await callDesk(outgoingWebhooks.resend, { params })).data)
  const time = formatSent(at, language, t, { isShort: true })
  const title = t(`webhooks.event.${event}`)
  const isTried = again.data !== undefined && tries > again.data.tries
  const isSending = again.data !== undefined && !isTried && isBeingSent(delivery)
  const isSent = webhook.state === 'delivering' || webhook.state === 'failing'
  // What waits behind another one has to wait; and a press on what is being sent would do nothing.
  const mayRepeat = isSent && (state !== 'waiting' || (delivery.next_at !== null && tries > 0) || isSending)
  return (
    <li className="flex items-center justify-between gap-x-4 gap-y-2 py-3 max-tablet:flex-col max-tablet:items-stretch">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <time dateTime={at} className="text-soft tabular-nums">
            {time}
          </time>
          <span>{title}</span>
          {orderId !== null && (
            <Link
              to={paths.order(orderId)}
              className="relative -my-3 inline-flex min-h-12 min-w-12 items-center underline"
            >
              <Digits>{number ?? orderId}</Digits>
            </Link>
          )}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm">
          <span className={`font-semibold ${deliveryInks[state]}`}>{deliveryWords(delivery, t, language)}</span>
          <Answered delivery={delivery} isCauseKnown={isCauseKnown || isTried} />
        </p>
        {(isSending || isTried) && <Outcome delivery={delivery} isSending={isSending} />}
        <ChangeFailure error={again.error} words={failureWords} />
      </div>
      {mayRepeat && (
        <Button
          className="shrink-0"
          aria-label={t('webhooks.againName', { event: title, time })}
          isBusy={again.isPending || isSending}
          onClick={() => again.mutate(undefined)}
        >
          {t('webhooks.again')}
        </Button>
      )}
    </li>
  )
}

interface OutcomeProps {
  readonly delivery: Delivery
  readonly isSending: boolean
}

/** What came of the try that somebody asked for. */
function Outcome({ delivery: { state, last_try: last }, isSending }: OutcomeProps) {
  const t = useTranslate()
  const isDelivered = state === 'delivered'
  const ink = isDelivered ? 'text-good' : 'text-red'
  return (
    <p role="status" className={`text-sm font-semibold ${isSending ? 'text-soft' : ink}`}>
      {isSending && t('webhooks.sending')}
      {!isSending && isDelivered && t('webhooks.message.delivered')}
      {!isSending && !isDelivered && last && notDeliveredWords(last, t)}
    </p>
  )
}

interface AnsweredProps {
  readonly delivery: Delivery
  readonly isCauseKnown: boolean
}

/** What the receiver answered last, and after how many tries. */
function Answered({ delivery: { state, last_try: last, tries }, isCauseKnown }: AnsweredProps) {
  const t = useTranslate()
  if (!last) return null
  const answer = last.problem
    ? whyWords(last, t)
    : t('webhooks.answered', { status: `${last.status}`, ms: last.took_ms })
  const parts = [
    ...(isCauseKnown && state !== 'delivered' ? [] : [answer]),
    ...(tries > 1 ? [t('webhooks.tries', { count: tries })] : []),
  ]
  return parts.length > 0 && <span className="text-soft">{parts.join(' · ')}</span>
}
