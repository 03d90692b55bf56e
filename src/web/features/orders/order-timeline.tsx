import { type Lane, lanes, type OrderRow, type TimelineEntry } from '#contract/desk/inbox.ts'
import { paths } from '#contract/screen-paths.ts'
import { actionWords } from '#web/format/action-words.ts'
import { laneWord } from '#web/format/lane-word.ts'
import { reasonWords } from '#web/format/reason-words.ts'
import { Message, ServiceText } from '#web/components/text.tsx'
import { formatWhen, useToday } from '#web/format/times.ts'
import { useLanguage, useTranslate, type Translate, type MessageKey } from '#web/i18n/translations.tsx'
import { Link } from 'react-router'

interface OrderTimelineProps {
  readonly row: Pick<OrderRow, 'order_id' | 'order' | 'problem'> & { readonly timeline: readonly TimelineEntry[] }
}

/** The order's events with the people involved, and a problem that may make the order outdated. */
export function OrderTimeline({ row: { order_id: orderId, order, timeline, problem } }: OrderTimelineProps) {
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  return (
    <>
      {/* If the order was never read, the problem is shown in place of its lines. */}
      {problem && order !== null && (
        <Message look="amber" role="note">
          {t(`problem.${problem}`)}
        </Message>
      )}
      {timeline.length > 0 && (
        <section aria-labelledby="order-story" className="no-print rounded border border-line bg-raised px-4 py-3">
          <h2 id="order-story" className="font-bold text-soft">
            {t('timeline.title')}
          </h2>
          <ol className="text-sm">
            {timeline.map((entry, index) => (
              <li key={index} className="flex flex-wrap gap-x-3 py-1">
                <time dateTime={entry.at} className="text-faint tabular-nums">
                  {formatWhen(Date.parse(entry.at), language)}
                </time>
                {isOfItems(entry.what) && entry.detail !== null ? (
                  <span>
                    {t(`timeline.${entry.what}`)} <ServiceText>{entry.detail}</ServiceText>
                  </span>
                ) : (
                  <span>{entryText(entry, t)}</span>
                )}
                <Reason of={entry} />
                {entry.by && entry.by.person !== '' && (
                  <ServiceText className="text-soft">{`${entry.by.person} · ${entry.by.tablet}`}</ServiceText>
                )}
              </li>
            ))}
          </ol>
          <Link to={paths.log({ order: orderId })} className="inline-flex min-h-12 items-center text-sm underline">
            {t('timeline.details')}
          </Link>
        </section>
      )}
    </>
  )
}

/** Why this shop rejected the order, or asked about its items. */
function Reason({ of: { reject_reason: given } }: { readonly of: TimelineEntry }) {
  const t = useTranslate()
  const reason = given && reasonWords(given, t)
  return reason !== undefined && <ServiceText>{reason}</ServiceText>
}

/** Whether the event's detail lists item names. */
const isOfItems = (what: string): what is 'missing' | 'about' => what === 'missing' || what === 'about'

const entryWords: Readonly<Record<string, Extract<MessageKey, `timeline.${string}`>>> = {
  heard: 'timeline.heard',
  opened: 'timeline.opened',
  acknowledged: 'timeline.acknowledged',
  put_aside: 'timeline.putAside',
  changed: 'timeline.changed',
  picked: 'timeline.picked',
  'code shown': 'timeline.codeShown',
}

function entryText({ what, detail }: TimelineEntry, t: Translate): string {
  if (what === 'lane' && detail !== null && isLane(detail)) return t(laneWord(detail))
  if (what === 'print') return t('timeline.print', { copy: detail ?? '?' })
  const key = entryWords[what] ?? actionWords[`${what} ${detail ?? ''}`]
  return key ? t(key) : [what, detail].filter(Boolean).join(' ')
}

const isLane = (text: string): text is Lane => lanes.some((lane) => lane === text)
