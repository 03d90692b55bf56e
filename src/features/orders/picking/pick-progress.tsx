import type { Pick } from '#contract/desk/marks.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { useWords } from '#words/words.tsx'
import { pickCount } from './pick-count.ts'

interface PickProgressProps {
  readonly order: ReadOrder
  readonly picks: readonly Pick[]
}

/** How far the packing is; a screen reader hears each step. The `status` of the screen is that of an answer alone. */
export function PickProgress({ order, picks }: PickProgressProps) {
  const say = useWords()
  const { total, picked, missing } = pickCount(order, picks)
  const isComplete = total > 0 && picked === total
  return (
    <p
      aria-live="polite"
      className={`no-print mt-2 flex flex-wrap gap-x-4 rounded px-3 py-2 font-semibold ${isComplete ? 'bg-good-tint text-good' : 'bg-sunken text-strong'}`}
    >
      <span>{isComplete ? say('pick.all') : say('pick.progress', { picked, total })}</span>
      {missing > 0 && <span className="text-red">{say('pick.missingCount', { count: missing })}</span>}
    </p>
  )
}
