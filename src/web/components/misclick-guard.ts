import { useLayoutEffect, useRef, type DOMAttributes } from 'react'

/** The time that a person needs to notice a changed button and stop the finger. */
export const reactionMs = 400
/** A second press at the same place within this time is still meant for the first button. */
export const secondTapMs = 1500

/** A finger or mouse that came down on a button. */
export interface Press {
  readonly button: Element
  /** The guarded element. */
  readonly inside: Element
  readonly x: number
  readonly y: number
  /** The event's timestamp, on the clock of `performance.now()`. A busy tablet delivers the event much later. */
  readonly at: number
}

type Touch = Pick<Press, 'x' | 'y' | 'at'>

/** In CSS pixels, less than a button's height. */
const samePlacePx = 40

/**
 * The latest touches anywhere on the page, including the current one, because the second half of a double tap may hit what
 * the first half opened.
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
 * Whether a press was meant for the previous content: it began before the new content appeared at `cameAt`, or it is the
 * second half of the double tap that brought it.
 */
export function isOfBefore(press: Touch, cameAt: number): boolean {
  if (press.at >= cameAt + reactionMs) return false
  const isAgain = (touch: Touch) => touch.at < cameAt && press.at - touch.at < secondTapMs && isSamePlace(touch, press)
  return press.at < cameAt || touches.some(isAgain)
}

/** When the component was first drawn. */
export function useCameAt(): { readonly current: number } {
  const cameAt = useRef(Infinity)
  useLayoutEffect(() => {
    cameAt.current = performance.now()
  }, [])
  return cameAt
}

type PressHandlers = Pick<DOMAttributes<HTMLElement>, 'onPointerDownCapture' | 'onClickCapture'>

/**
 * Guards a container whose buttons may replace others in the same place: ignores a press that `isMisclick` considers meant
 * for another button, and calls `onMisclick`. A mouse is only held back for the second half of a double click, because its
 * pointer shows what it will hit.
 */
export function useMisclickGuard(isMisclick: (press: Press) => boolean, onMisclick: () => void): PressHandlers {
  const down = useRef<'meant' | 'stray' | 'stray if double'>(undefined)
  const cameAt = useCameAt()
  return {
    onPointerDownCapture({ target, currentTarget, pointerType, clientX, clientY, timeStamp }) {
      const button = target instanceof Element ? target.closest('button') : null
      const press = button && { button, inside: currentTarget, x: clientX, y: clientY, at: timeStamp }
      down.current = press && isMisclick(press) ? (pointerType === 'mouse' ? 'stray if double' : 'stray') : 'meant'
    },
    onClickCapture(event) {
      // A finger that came down before the component existed causes a click without a pointerdown.
      const isOfBeforeAll = down.current === undefined && performance.now() < cameAt.current + secondTapMs
      const isHeldBack =
        isOfBeforeAll || down.current === 'stray' || (down.current === 'stray if double' && event.detail > 1)
      // A click with detail 0 comes from a key, not a pointer.
      if (!isHeldBack || event.detail === 0) return
      down.current = undefined
      event.preventDefault()
      event.stopPropagation()
      onMisclick()
    },
  }
}
