import type { Pick } from '#contract/desk/marks.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useEffect } from 'react'
import { pickCount } from './use-picks.ts'

interface PickProgressProps {
  readonly order: ReadOrder
  readonly picks: readonly Pick[]
}

/**
 * How far the packing is, in sight wherever the lines are scrolled to; a screen reader hears each step. The `status` of the
 * screen is that of an answer alone.
 */
export function PickProgress({ order, picks }: PickProgressProps) {
  const t = useTranslate()
  useEffect(followTruth, [])
  const { total, picked, missing } = pickCount(order, picks)
  const isComplete = total > 0 && picked === total
  return (
    <div className="pick-progress no-print">
      <p
        aria-live="polite"
        className={`flex flex-wrap gap-x-4 rounded px-3 py-1 font-semibold ${isComplete ? 'bg-good-tint text-good' : 'bg-sunken text-strong'}`}
      >
        <span>{isComplete ? t('pick.all') : t('pick.progress', { picked, total })}</span>
        {missing > 0 && <span className="text-red">{t('pick.missingCount', { count: missing })}</span>}
      </p>
    </div>
  )
}

/** Where there is one column the truth has the top of the screen: how high it is stands in `--truth`. @returns what ends that. */
function followTruth(): (() => void) | undefined {
  const truth = document.querySelector<HTMLElement>('.shell-truth')
  if (!truth) return undefined
  const watch = new ResizeObserver(() =>
    document.documentElement.style.setProperty('--truth', `${truth.offsetHeight}px`),
  )
  watch.observe(truth)
  return () => watch.disconnect()
}
