import { useLayoutEffect, useRef, type DOMAttributes } from 'react'

/** So long it takes to see that something else stands there now, and to hold back the finger that was on its way. */
export const reactionMs = 400
/** So long a finger may come back to the place where it tapped, for what it tapped there the first time. */
export const secondTapMs = 1500

/** A finger, or a mouse, that came down on a button. */
export interface Tap {
  readonly button: Element
  /** What is watched. */
  readonly inside: Element
  readonly x: number
  readonly y: number
  /** On the page's own clock, as the browser has it: long before a busy tablet tells of it. */
  readonly at: number
}

type Touch = Pick<Tap, 'x' | 'y' | 'at'>

/** In CSS pixels: less than a button is high. */
const samePlacePx = 40

/**
 * The last touches, wherever on the page, the one that is just told of among them: the second half of a double tap meets
 * what the first half opened.
 */
const touches: Touch[] = []
const touchesKept = 4

function keepTouches(): void {
  addEventListener(
    'pointerdown',
    ({ clientX: x, clientY: y, timeStamp: at }) => {
      touches.push({ x, y, at })
      if (touches.length > touchesKept) touches.shift()
    },
    { capture: true, passive: true },
  )
}
keepTouches()

export const isSamePlace = (one: Touch, other: Touch): boolean =>
  Math.hypot(one.x - other.x, one.y - other.y) < samePlacePx

/**
 * Whether a tap was meant for what stood there before, of what came at a moment: the finger was down before it, or it is
 * the second half of a double tap, of which the first half brought it.
 */
export function isOfBefore(tap: Touch, cameAt: number): boolean {
  if (tap.at >= cameAt + reactionMs) return false
  const isAgain = (touch: Touch) => touch.at < cameAt && tap.at - touch.at < secondTapMs && isSamePlace(touch, tap)
  return tap.at < cameAt || touches.some(isAgain)
}

/** When what uses it was first drawn. */
export function useCameAt(): { readonly current: number } {
  const cameAt = useRef(Infinity)
  useLayoutEffect(() => {
    cameAt.current = performance.now()
  }, [])
  return cameAt
}

type PressHandlers = Pick<DOMAttributes<HTMLElement>, 'onPointerDownCapture' | 'onClickCapture'>

/**
 * For what holds buttons that may come to stand where others stood: a tap that `isMisclick` takes for one that was meant
 * for another button does nothing, and `onMisclick` is told. A mouse is held back for the second half of a double click
 * alone, for its pointer is seen to stand on what it will click.
 */
export function useMisclickGuard(isMisclick: (tap: Tap) => boolean, onMisclick: () => void): PressHandlers {
  const down = useRef<'meant' | 'stray' | 'stray if double'>(undefined)
  const cameAt = useCameAt()
  return {
    onPointerDownCapture({ target, currentTarget, pointerType, clientX, clientY, timeStamp }) {
      const button = target instanceof Element ? target.closest('button') : null
      const tap = button && { button, inside: currentTarget, x: clientX, y: clientY, at: timeStamp }
      down.current = tap && isMisclick(tap) ? (pointerType === 'mouse' ? 'stray if double' : 'stray') : 'meant'
    },
    onClickCapture(event) {
      // A finger that was down before all of this was there, and is lifted now, is told of as a click alone.
      const isOfBeforeAll = down.current === undefined && performance.now() < cameAt.current + secondTapMs
      const isHeldBack =
        isOfBeforeAll || down.current === 'stray' || (down.current === 'stray if double' && event.detail > 1)
      // A click that no finger made, as one by a key, came after no touch.
      if (!isHeldBack || event.detail === 0) return
      down.current = undefined
      event.preventDefault()
      event.stopPropagation()
      onMisclick()
    },
  }
}
