import type { Action } from '#contract/desk/action.ts'
import type { Failure } from '#web/api/http/failure.ts'
import { isOfBefore, reactionMs, secondTapMs, useCameAt, useMisclickGuard } from '#web/components/misclick-guard.ts'
import { useLayoutEffect, useRef, useState } from 'react'

const codes: readonly string[] = [
  'offline',
  'no_contact',
  'store_unavailable',
  'vendor_busy',
  'vendor_timeout',
  'vendor_unreadable',
  'order_busy',
]

/**
 * Whether a failure is one of the order as it stands: nothing was done, and another tap may do it, or another's answer is
 * under way. It is said until the order goes to another lane.
 */
export const isUntilMoved = ({ code }: Failure): boolean => codes.includes(code)

/** Calls back as soon as something is another than it was, before that is seen; with what it was. */
export function useChangeOf<T>(now: T, onChange: (before: T) => void): void {
  const last = useRef(now)
  useLayoutEffect(() => {
    const before = last.current
    if (before === now) return
    last.current = now
    onChange(before)
  })
}

/**
 * Holds back a tap for what the largest button was until now, or for what stood here before the bar did. The second tap
 * of somebody who accepts would mark as ready what nobody has packed; and of somebody who opens an order by a double tap
 * it would accept what they have not read.
 */
export function useBarPresses(main: Action | 'undo' | undefined) {
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
