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
 * Whether a failure applies until the order moves to another lane: nothing was done and a retry may succeed, or somebody
 * else's answer is being sent.
 */
export const isUntilMoved = ({ code }: Failure): boolean => codes.includes(code)

/** Calls back with the previous value when a value changes, before the change is painted. */
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
 * Ignores a press that was meant for the previous main button, or for the content before the bar appeared. Otherwise a
 * double press on accept would also mark the order ready, and a double press on a card would accept an unread order.
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
  const pressGuard = useMisclickGuard(
    (press) => press.at < misclickUntil.current || isOfBefore(press, cameAt.current),
    () => setWasMisclick(true),
  )
  return { pressGuard, wasMisclick }
}
