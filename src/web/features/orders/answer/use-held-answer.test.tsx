import { act, renderHook } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useHold } from './use-held-answer.ts'

/** Something that is held back since a second. */
function hold() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [release, onLeft] = [vi.fn<(what: string) => void>(), vi.fn<() => void>()]
  const { result, unmount } = renderHook(() => useHold<string>(onLeft))
  act(() => result.current.hold('reject', release))
  act(() => void vi.advanceTimersByTime(1000))
  return { result, unmount, release, onLeft }
}

test('what is held is released after five seconds', () => {
  const { result, release, onLeft } = hold()
  act(() => void vi.advanceTimersByTime(3500))
  expect(release).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1000))
  expect(release.mock.calls).toEqual([['reject']])
  expect([result.current.held, onLeft.mock.calls]).toEqual([undefined, []])
})

test.each([
  ['slept', 60 * 60_000],
  ['slept for a moment', 3000],
  ['had its clock set back', -60 * 60_000],
])('a tablet that %s takes back what was held', (_what, ms) => {
  const { result, release, onLeft } = hold()
  vi.setSystemTime(Date.now() + ms)
  act(() => void vi.advanceTimersByTime(250))
  expect(result.current.held).toBeUndefined()
  act(() => void vi.advanceTimersByTime(60_000))
  expect([release.mock.calls, onLeft.mock.calls]).toEqual([[], [[]]])
})

test.each(['released', 'undone'] as const)(
  'what was %s is not told as taken back, though the screen is left before it is drawn',
  (how) => {
    const { result, unmount, release, onLeft } = hold()
    act(() => {
      if (how === 'undone') result.current.undo()
      else vi.advanceTimersByTime(5000)
      unmount()
    })
    expect([release.mock.calls, onLeft.mock.calls]).toEqual([how === 'undone' ? [] : [['reject']], []])
  },
)

test('what was taken back is not released by a tick that comes before that is drawn', () => {
  const { result, release, onLeft } = hold()
  act(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'visibilityState')
    vi.advanceTimersByTime(5000)
  })
  expect([release.mock.calls, onLeft.mock.calls, result.current.held]).toEqual([[], [[]], undefined])
})
