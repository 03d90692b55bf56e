import { Link } from '#client/navigation.tsx'
import type { OrderRow, TimelineEntry } from '#contract/desk/inbox.ts'
import { lanes, type Lane } from '#contract/desk/lane.ts'
import { paths } from '#paths.ts'
import { deedWords } from '#reading/deed-words.ts'
import { Message } from '#ui/message.tsx'
import { ServiceText } from '#ui/text.tsx'
import { formatWhen } from '#reading/format-when.ts'
import { useToday } from '#reading/is-today.ts'
import { useLanguage, useWords, type Say, type WordKey } from '#words/words.tsx'

interface OrderStoryProps {
  readonly row: Pick<OrderRow, 'order_id' | 'order' | 'problem'> & { readonly timeline: readonly TimelineEntry[] }
}

/** What happened to an order so far, and who did it; and why it may not be as it is shown. */
export function OrderStory({ row: { order_id: orderId, order, timeline, problem } }: OrderStoryProps) {
  const say = useWords()
  const language = useLanguage()
  useToday()
  return (
    <>
      {/* Of an order that was never read it stands in the place of its lines. */}
      {problem && order !== null && (
        <Message look="amber" role="note">
          {say(`problem.${problem}`)}
        </Message>
      )}
      {timeline.length > 0 && (
        <section aria-labelledby="order-story" className="no-print rounded border border-line bg-raised px-4 py-3">
          <h2 id="order-story" className="font-bold text-soft">
            {say('timeline.title')}
          </h2>
          <ol className="text-sm">
            {timeline.map((entry, index) => (
              <li key={index} className="flex flex-wrap gap-x-3 py-1">
                <time dateTime={entry.at} className="text-faint tabular-nums">
                  {formatWhen(Date.parse(entry.at), language)}
                </time>
                {isOfItems(entry.what) && entry.detail !== null ? (
                  <span>
                    {say(`timeline.${entry.what}`)} <ServiceText>{entry.detail}</ServiceText>
                  </span>
                ) : (
                  <span>{entryText(entry, say)}</span>
                )}
                {entry.by && entry.by.person !== '' && (
                  <ServiceText className="text-soft">{`${entry.by.person} · ${entry.by.tablet}`}</ServiceText>
                )}
              </li>
            ))}
          </ol>
          <Link to={paths.log({ order: orderId })} className="inline-flex min-h-12 items-center text-sm underline">
            {say('timeline.details')}
          </Link>
        </section>
      )}
    </>
  )
}

/** What is told of items, by their names. */
const isOfItems = (what: string): what is 'missing' | 'about' => what === 'missing' || what === 'about'

const entryWords: Readonly<Record<string, Extract<WordKey, `timeline.${string}`>>> = {
  heard: 'timeline.heard',
  opened: 'timeline.opened',
  acknowledged: 'timeline.acknowledged',
  put_aside: 'timeline.putAside',
  changed: 'timeline.changed',
  picked: 'timeline.picked',
}

function entryText({ what, detail }: TimelineEntry, say: Say): string {
  if (what === 'lane' && detail !== null && isLane(detail)) return say(`lane.${detail}`)
  if (what === 'print') return say('timeline.print', { copy: detail ?? '?' })
  const key = entryWords[what] ?? deedWords[`${what} ${detail ?? ''}`]
  return key ? say(key) : [what, detail].filter(Boolean).join(' ')
}

const isLane = (text: string): text is Lane => lanes.some((lane) => lane === text)
