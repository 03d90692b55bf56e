import { fireEvent } from '@testing-library/react'

export interface AttemptOptions {
  readonly pointerType?: string
  /** When the press began. */
  readonly at?: number
  /** Where it was. */
  readonly clientY?: number
  /** Its count among quick clicks at one place, as a browser counts them. */
  readonly detail?: number
}

/** Presses a button with a finger. */
export function tapOn(button: HTMLElement, options: AttemptOptions = {}): void {
  const { pointerType = 'touch', at = performance.now(), clientY = 0, detail = 1 } = options
  const down = new PointerEvent('pointerdown', { bubbles: true, pointerType, clientY })
  fireEvent(button, Object.defineProperty(down, 'timeStamp', { value: at }))
  fireEvent.click(button, { detail })
}
