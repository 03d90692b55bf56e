import { fireEvent } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { onTestFinished, vi } from 'vitest'

export interface TestScanner {
  /** Types a text at a scanner's pace or slower, one key every `everyMs`, and then the key `end`. */
  type(user: UserEvent, text: string, everyMs?: number, end?: string): Promise<void>
  /** Resolves once the page listens for a scanner. */
  isWatched(): Promise<void>
}

const letterMs = 8
const pauseMs = 1000

/** A scanner that types as a keyboard does, on a clock of its own, until the test ends. */
export function createTestScanner(): TestScanner {
  let pressed = 0
  const clock = vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => pressed)
  onTestFinished(() => clock.mockRestore())

  /** Whether the page listens: it then consumes the second of two fast letters. */
  function isCaught(): boolean {
    pressed += pauseMs
    fireEvent.keyDown(document.body, { key: 'ß' })
    pressed += letterMs
    const isLetGo = fireEvent.keyDown(document.body, { key: 'ß' })
    pressed += pauseMs
    return !isLetGo
  }

  return {
    async type(user, text, everyMs = letterMs, end = '{Enter}') {
      for (const key of [...text, end]) {
        pressed += everyMs
        await user.keyboard(key)
      }
      pressed += pauseMs
    },
    async isWatched() {
      await vi.waitUntil(isCaught, { timeout: 8000 })
    },
  }
}
