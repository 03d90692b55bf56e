import type { OrderRow, TimelineEntry } from '#contract/desk/inbox.ts'
import { lanes, type Lane } from '#contract/desk/lane.ts'
import { Message } from '#ui/message.tsx'
import { ServiceText } from '#ui/text.tsx'
import { formatTime } from '#words/format.ts'
import { useLanguage, useWords, type Say, type WordKey } from '#words/words.tsx'

interface OrderStoryProps {
  readonly timeline: readonly TimelineEntry[]
  readonly problem: OrderRow['problem']
}

/** What happened to an order so far, and who did it; and why it may not be as it is shown. */
export function OrderStory({ timeline, problem }: OrderStoryProps) {
  const say = useWords()
  const language = useLanguage()
  return (
    <>
      {problem && (
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
                  {formatTime(Date.parse(entry.at), language)}
                </time>
                <span>{entryText(entry, say)}</span>
                {entry.by && entry.by.person !== '' && (
                  <ServiceText className="text-soft">{`${entry.by.person} · ${entry.by.tablet}`}</ServiceText>
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

const entryWords: Readonly<Record<string, Extract<WordKey, `timeline.${string}`>>> = {
  heard: 'timeline.heard',
  opened: 'timeline.opened',
  acknowledged: 'timeline.acknowledged',
  changed: 'timeline.changed',
  'accept done': 'timeline.accepted',
  'reject done': 'timeline.rejected',
  'ready done': 'timeline.readied',
  'accept failed': 'timeline.acceptFailed',
  'reject failed': 'timeline.rejectFailed',
  'ready failed': 'timeline.readyFailed',
  'accept unknown': 'timeline.unknown',
  'reject unknown': 'timeline.unknown',
  'ready unknown': 'timeline.unknown',
}

function entryText({ what, detail }: TimelineEntry, say: Say): string {
  if (what === 'lane' && detail !== null && isLane(detail)) return say(`lane.${detail}`)
  const key = entryWords[what] ?? entryWords[`${what} ${detail ?? ''}`]
  return key ? say(key) : [what, detail].filter(Boolean).join(' ')
}

const isLane = (text: string): text is Lane => lanes.some((lane) => lane === text)
