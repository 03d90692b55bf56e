import { type Delivery, outgoingWebhooks } from '#contract/desk/outgoing-webhooks.ts'
import { paths } from '#contract/screen-paths.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { Digits, Message, Skeleton } from '#web/components/text.tsx'
import { formatSent, useToday } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure } from '#web/manage/change.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { deliveriesQuery, useWebhookChange } from './webhook-queries.ts'
import { deliveryInks, deliveryWords, failureWords, whyWords } from './webhook-words.ts'

interface DeliveriesProps {
  readonly webhookId: string
  readonly name: string
  /** Nothing can be sent then. */
  readonly isEnded: boolean
}

/** The last fifty messages, and earlier ones that were given up: what was answered to each, newest first. */
export function Deliveries({ webhookId, name, isEnded }: DeliveriesProps) {
  const t = useTranslate()
  const { data: deliveries, error } = useQuery(deliveriesQuery(webhookId))
  useToday()
  if (!deliveries) return error ? <Message look="red">{failureWords(error, t)}</Message> : <Skeleton className="h-24" />
  if (deliveries.length === 0) return <p className="text-soft">{t('webhooks.noneSent')}</p>
  return (
    <ul aria-label={t('webhooks.latestName', { name })} className="divide-y divide-line border-t border-line">
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} webhookId={webhookId} isEnded={isEnded} delivery={delivery} />
      ))}
    </ul>
  )
}

interface DeliveryRowProps {
  readonly webhookId: string
  readonly isEnded: boolean
  readonly delivery: Delivery
}

function DeliveryRow({ webhookId, isEnded, delivery }: DeliveryRowProps) {
  const t = useTranslate()
  const language = useLanguage()
  const { id, event, order_id: orderId, at, state } = delivery
  const again = useWebhookChange(() => callDesk(outgoingWebhooks.resend, { params: { webhookId, deliveryId: id } }))
  const time = formatSent(at, language, t, { isShort: true })
  const title = t(`webhooks.event.${event}`)
  // What waits behind another one has to wait; and a press on what is being sent would do nothing.
  const mayRepeat = !isEnded && (state !== 'waiting' || (delivery.next_at !== null && delivery.tries > 0))
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <time dateTime={at} className="text-soft tabular-nums">
            {time}
          </time>
          <span>{title}</span>
          {orderId !== null && (
            <Link to={paths.order(orderId)} className="relative -my-3 inline-flex min-h-12 items-center underline">
              <Digits>{orderId}</Digits>
            </Link>
          )}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm">
          <span className={`font-semibold ${deliveryInks[state]}`}>{deliveryWords(delivery, t, language)}</span>
          <Answered delivery={delivery} />
        </p>
      </div>
      {again.isSuccess && state === 'waiting' && (
        <p role="status" className="text-sm font-semibold text-good">
          {t('webhooks.againSent')}
        </p>
      )}
      {mayRepeat && (
        <Button
          className="max-tablet:w-full"
          aria-label={t('webhooks.againName', { event: title, time })}
          isBusy={again.isPending}
          onClick={() => again.mutate(undefined)}
        >
          {t('webhooks.again')}
        </Button>
      )}
      <ChangeFailure error={again.error} words={failureWords} />
    </li>
  )
}

/** What the receiver answered last, and after how many tries. */
function Answered({ delivery: { last_try: last, tries } }: Pick<DeliveryRowProps, 'delivery'>) {
  const t = useTranslate()
  if (!last) return null
  return (
    <span className="text-soft">
      {last.problem ? whyWords(last, t) : t('webhooks.answered', { status: `${last.status}`, ms: last.took_ms })}
      {tries > 1 && ` · ${t('webhooks.tries', { count: tries })}`}
    </span>
  )
}
