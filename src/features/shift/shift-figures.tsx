import { Link } from '#client/navigation.tsx'
import type { Shift } from '#contract/desk/shift.ts'
import { paths } from '#paths.ts'
import { Count } from '#reading/count.tsx'
import { Digits } from '#ui/text.tsx'
import { useWords } from '#words/words.tsx'
import type { ReactNode } from 'react'
import { durationWords } from './duration-words.ts'

/** The numbers of a shift, each with what it means. */
export function ShiftFigures({ shift }: { readonly shift: Shift }) {
  const say = useWords()
  const { first_answer: first } = shift
  const time = (ms: number | null) => (ms === null ? say('shift.unknown') : durationWords(ms, say))
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-5 tablet:grid-cols-4">
      <Figure name={say('shift.heard')}>
        <Count of={shift.heard} />
      </Figure>
      <Figure name={say('shift.accepted')} hint={say('shift.readyOf', { count: shift.ready })}>
        <Count of={shift.accepted} />
      </Figure>
      <Figure name={say('shift.rejected')}>
        <Count of={shift.rejected} />
      </Figure>
      <Figure name={say('shift.missed')} hint={say('shift.missedHint')} isBad={shift.missed > 0}>
        <Count of={shift.missed} />
      </Figure>
      <Figure name={say('shift.waiting')} hint={say('shift.waitingHint')}>
        <Count of={shift.waiting} />
      </Figure>
      <Figure name={say('shift.other')} hint={say('shift.otherHint')}>
        <Count of={shift.other} />
      </Figure>
      <Figure name={say('shift.median')} hint={say('shift.medianHint', { count: first.count })}>
        {time(first.median_ms)}
      </Figure>
      <Figure
        name={say('shift.slowest')}
        hint={
          first.slowest && (
            <Link to={paths.order(first.slowest.order_id)} className="inline-flex min-h-12 items-center underline">
              <Digits>{first.slowest.number ?? first.slowest.order_id}</Digits>
            </Link>
          )
        }
      >
        {time(first.slowest_ms)}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly hint?: ReactNode
  readonly isBad?: boolean
  readonly children: ReactNode
}

const Figure = ({ name, hint, isBad = false, children }: FigureProps) => (
  <div className="min-w-0">
    <dt className="text-sm font-semibold text-soft">{name}</dt>
    <dd>
      <p className={`text-xl font-bold tabular-nums ${isBad ? 'text-red' : ''}`}>{children}</p>
      {hint && <div className="text-sm text-faint">{hint}</div>}
    </dd>
  </div>
)
