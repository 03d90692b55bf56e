import type { Action } from '#contract/desk/action.ts'
import { isOfBefore, reactionMs, secondTapMs, useCameAt, useStrayTaps } from '#ui/stray-tap.ts'
import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Holds back a tap for what the largest button was until now, or for what stood here before the bar did. The second tap
 * of somebody who accepts would mark as ready what nobody has packed; and of somebody who opens an order by a double tap
 * it would accept what they have not read.
 */
export function useBarTaps(main: Action | 'undo' | undefined) {
  const [hasStrayed, setStrayed] = useState(false)
  const shown = useRef(main)
  const strayUntil = useRef(-Infinity)
  const cameAt = useCameAt()
  useLayoutEffect(() => {
    if (shown.current === main) return
    strayUntil.current = performance.now() + (shown.current === 'accept' ? secondTapMs : reactionMs)
    shown.current = main
    setStrayed(false)
  }, [main])
  const taps = useStrayTaps(
    (tap) => tap.at < strayUntil.current || isOfBefore(tap, cameAt.current),
    () => setStrayed(true),
  )
  return { taps, hasStrayed }
}
