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
 * The sticky packing progress, announced to screen readers at each step. It has no `status` role, because the screen's only
 * `status` is that of the answer.
 */
export function PickProgress({ order, picks }: PickProgressProps) {
  const t = useTranslate()
  useEffect(followShellTop, [])
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

/** Writes the height of the frame's sticky top into `--truth`, for the one-column layout. @returns how to stop. */
function followShellTop(): (() => void) | undefined {
  const top = document.querySelector<HTMLElement>('.shell-truth')
  if (!top) return undefined
  const watch = new ResizeObserver(() => document.documentElement.style.setProperty('--truth', `${top.offsetHeight}px`))
  watch.observe(top)
  return () => watch.disconnect()
}
