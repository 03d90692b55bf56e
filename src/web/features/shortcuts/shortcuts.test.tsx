import { expect, onTestFinished, test, vi } from 'vitest'
import { watchShortcuts } from './shortcuts.ts'

/** Presses keys at intervals of this many ms. @returns those that counted. */
function pressed(
  keys: readonly (readonly [afterMs: number, key: string, held?: KeyboardEventInit])[],
  on = document.body,
) {
  vi.useFakeTimers()
  const counted: string[] = []
  onTestFinished(watchShortcuts((key) => counted.push(key)))
  let timeStamp = 10_000
  for (const [afterMs, key, held] of keys) {
    vi.advanceTimersByTime(afterMs)
    timeStamp += afterMs
    const event = new KeyboardEvent('keydown', { key, bubbles: true, ...held })
    on.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: timeStamp }))
  }
  vi.advanceTimersByTime(1000)
  return counted
}

test('accepts a key only if no other was typed 150 ms before and after it', () => {
  expect(pressed([[0, 'o']])).toEqual(['o'])
  expect(
    pressed([
      [0, 'o'],
      [149, 'i'],
      [149, 'c'],
    ]),
  ).toEqual([])
  expect(
    pressed([
      [0, 'o'],
      [151, 'i'],
    ]),
  ).toEqual(['o', 'i'])
})

test('ignores keys with a modifier, held keys, and keys typed into a field', () => {
  expect(
    pressed([
      [0, 'o', { ctrlKey: true }],
      [500, 'o', { metaKey: true }],
      [500, 'o', { repeat: true }],
    ]),
  ).toEqual([])
  const field = document.body.appendChild(document.createElement('input'))
  onTestFinished(() => field.remove())
  expect(pressed([[0, 'o']], field)).toEqual([])
})

test('accepts Shift for a question mark, and the position of a key on an Arabic layout', () => {
  expect(
    pressed([
      [0, 'Shift'],
      [50, '?'],
      [500, 'خ', { code: 'KeyO' }],
    ]),
  ).toEqual(['?', 'o'])
})
