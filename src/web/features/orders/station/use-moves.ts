import { notifyBriefly } from '#web/api/toasts.ts'
import { reactionMs, useMisclickGuard } from '#web/components/misclick-guard.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useLayoutEffect, useRef } from 'react'

/** A key counts only after this time, in which a scanner's next one would have come. */
const keyDelayMs = 150

/**
 * Ignores presses and keys that were meant for the ticket which stood in the place before: when one leaves, all others
 * move up. `ids` are the tickets on the screen.
 */
export function useMoves(ids: readonly string[]) {
  const t = useTranslate()
  const before = useRef<readonly string[]>(ids)
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  const key = ids.join(' ')
  useLayoutEffect(() => {
    // A ticket that comes at the end moves no other.
    if (before.current.some((id, place) => ids[place] !== undefined && ids[place] !== id))
      movedAt.current = performance.now()
    before.current = ids
    // eslint-disable-next-line react/exhaustive-deps -- the same ids are often a new list
  }, [key])
  const pressGuard = useMisclickGuard(
    ({ at }) => at < movedAt.current + reactionMs,
    () => notifyBriefly(t('station.moved')),
  )
  return { pressGuard, haveJustMoved: () => performance.now() - keyDelayMs < movedAt.current + reactionMs }
}
