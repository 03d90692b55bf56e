import { act, renderHook } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useHold } from './use-held-answer.ts'

/** A value that has been on hold for a second. */
function hold() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [release, onLeft] = [vi.fn<(what: string) => void>(), vi.fn<() => void>()]
  const { result, unmount } = renderHook(() => useHold<string>(onLeft))
  act(() => result.current.hold('reject', release))
  act(() => void vi.advanceTimersByTime(1000))
  return { result, unmount, release, onLeft }
}

test('releases a held value after five seconds', () => {
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
])('takes a held value back on a tablet that %s', (_what, ms) => {
  const { result, release, onLeft } = hold()
  vi.setSystemTime(Date.now() + ms)
  act(() => void vi.advanceTimersByTime(250))
  expect(result.current.held).toBeUndefined()
  act(() => void vi.advanceTimersByTime(60_000))
  expect([release.mock.calls, onLeft.mock.calls]).toEqual([[], [[]]])
})

test.each(['released', 'undone'] as const)(
  'does not report a value that was %s as taken back when the screen is left before the render',
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

test('does not release a value that was taken back before the render', () => {
  const { result, release, onLeft } = hold()
  act(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'visibilityState')
    vi.advanceTimersByTime(5000)
  })
  expect([release.mock.calls, onLeft.mock.calls, result.current.held]).toEqual([[], [[]], undefined])
})
