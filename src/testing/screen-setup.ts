import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// What jsdom leaves out of the platform's dialog: enough to open, close and be found.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

const errors = vi.spyOn(console, 'error')

beforeEach(() => {
  errors.mockClear()
  localStorage.clear()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  // A stray console.error is a defect that nobody looks at.
  // oxlint-disable-next-line vitest/no-standalone-expect -- it belongs to each test
  expect(errors.mock.calls).toEqual([])
})
