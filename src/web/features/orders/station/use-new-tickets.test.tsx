import { renderHook } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useNewTickets } from './use-new-tickets.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

function open(ids?: readonly string[]) {
  const onNew = vi.fn<() => void>()
  const { rerender } = renderHook((now: readonly string[] | undefined) => useNewTickets(now, onNew), {
    initialProps: ids,
  })
  return { onNew, rerender }
}

test('says nothing of the orders that were there at the start', () => {
  const { onNew, rerender } = open()
  rerender(['1', '2'])
  rerender(['2'])
  expect(onNew).not.toHaveBeenCalled()
})

test('says once that several came together, and again of one that comes later', () => {
  const { onNew, rerender } = open([])
  rerender(['1'])
  rerender(['1', '2'])
  expect(onNew).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(2000)
  rerender(['1', '2', '3'])
  expect(onNew).toHaveBeenCalledTimes(2)
})

test('does not take an order for new that comes back, for example from its customer', () => {
  const { onNew, rerender } = open(['1', '2'])
  rerender(['2'])
  rerender(['1', '2'])
  expect(onNew).not.toHaveBeenCalled()
})
