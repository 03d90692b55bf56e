import { notify, toasts } from '#web/api/toasts.ts'
import { act, fireEvent, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useReadToasts } from './use-read-toasts.ts'

function Reader() {
  useReadToasts()
  return null
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('removes a toast once somebody was there to read it, and not before', async () => {
  vi.useFakeTimers()
  render(<Reader />)
  fireEvent.pointerDown(document.body)
  await pass(2000)
  notify('Order A-1 was cancelled.', { isGrave: true })
  notify('Order A-2: try again.', { untilMoved: '2' })
  await pass(60 * 60_000)
  expect(toasts.read()).toHaveLength(2)
  fireEvent.pointerDown(document.body)
  await pass(14_000)
  expect(toasts.read()).toHaveLength(2)
  await pass(3000)
  // The other one asks for something to be done.
  expect(toasts.read().map(({ text }) => text)).toEqual(['Order A-2: try again.'])
})
