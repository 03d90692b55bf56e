import { type Lane, lanes, type OrderRow, type TimelineEntry } from '#contract/desk/inbox.ts'
import { paths } from '#contract/screen-paths.ts'
import { actionWords } from '#web/format/action-words.ts'
import { laneWord } from '#web/format/lane-word.ts'
import { whoWords } from '#web/format/person-words.ts'
import { reasonWords } from '#web/format/reason-words.ts'
import { Message, ServiceText } from '#web/components/text.tsx'
import { formatWhen, useToday } from '#web/format/times.ts'
import { loadPart } from '#web/i18n/catalogs.ts'
import { LoadBoundary, lazyComponent } from '#web/i18n/lazy-component.tsx'
import { useLanguage, useTranslate, type Translate, type MessageKey } from '#web/i18n/translations.tsx'
import { Link } from 'react-router'

// Only few shops see it.
const RuleLeft = lazyComponent(
  async () => (await Promise.all([import('./rule-left.tsx'), loadPart('rules')]))[0].RuleLeft,
  { isOfCounter: true },
)

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
                ) : entry.what === 'rule_left' ? (
                  <LoadBoundary instead={null}>
                    <RuleLeft because={entry.detail} />
                  </LoadBoundary>
                ) : (
                  <span>{entryText(entry, t)}</span>
                )}
                <Reason of={entry} />
                {entry.by && entry.by.person !== '' && !isByRule(entry) && (
                  <ServiceText className="text-soft">{whoWords(entry.by, t)}</ServiceText>
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

/** Whether it was accepted automatically, which its text says. */
const isByRule = ({ what, detail, by }: TimelineEntry): boolean =>
  by?.rule !== undefined && what === 'accept' && detail === 'done'

function entryText(entry: TimelineEntry, t: Translate): string {
  const { what, detail } = entry
  if (isByRule(entry)) return t('timeline.acceptedByRule')
  if (what === 'lane' && detail !== null && isLane(detail)) return t(laneWord(detail))
  if (what === 'print') return t('timeline.print', { copy: detail ?? '?' })
  const key = entryWords[what] ?? actionWords[`${what} ${detail ?? ''}`]
  return key ? t(key) : [what, detail].filter(Boolean).join(' ')
}

const isLane = (text: string): text is Lane => lanes.some((lane) => lane === text)
