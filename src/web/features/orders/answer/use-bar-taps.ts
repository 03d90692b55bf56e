import type { Action } from '#contract/desk/action.ts'
import { isOfBefore, reactionMs, secondTapMs, useCameAt, useMisclickGuard } from '#web/components/misclick-guard.ts'
import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Holds back a tap for what the largest button was until now, or for what stood here before the bar did. The second tap
 * of somebody who accepts would mark as ready what nobody has packed; and of somebody who opens an order by a double tap
 * it would accept what they have not read.
 */
export function useBarTaps(main: Action | 'undo' | undefined) {
  const [wasMisclick, setWasMisclick] = useState(false)
  const shown = useRef(main)
  const misclickUntil = useRef(-Infinity)
  const cameAt = useCameAt()
  useLayoutEffect(() => {
    if (shown.current === main) return
    misclickUntil.current = performance.now() + (shown.current === 'accept' ? secondTapMs : reactionMs)
    shown.current = main
    setWasMisclick(false)
  }, [main])
  const taps = useMisclickGuard(
    (tap) => tap.at < misclickUntil.current || isOfBefore(tap, cameAt.current),
    () => setWasMisclick(true),
  )
  return { taps, wasMisclick }
}
