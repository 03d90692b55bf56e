import { fireEvent } from '@testing-library/react'

export interface AttemptOptions {
  readonly pointerType?: string
  /** When the finger or the mouse came down. */
  readonly at?: number
  /** Where. */
  readonly clientY?: number
  /** Which of several quick clicks at one place it is, as a browser counts those of a mouse. */
  readonly detail?: number
}

/** A finger that taps a button. */
export function tapOn(button: HTMLElement, options: AttemptOptions = {}): void {
  const { pointerType = 'touch', at = performance.now(), clientY = 0, detail = 1 } = options
  const down = new PointerEvent('pointerdown', { bubbles: true, pointerType, clientY })
  fireEvent(button, Object.defineProperty(down, 'timeStamp', { value: at }))
  fireEvent.click(button, { detail })
}
