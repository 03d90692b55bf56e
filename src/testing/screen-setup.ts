import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// The screen tests share a worker, and with it jsdom and the libraries (`isolate: false`). Each file loads the page's own
// modules anew, so that none finds what another one left in them.
vi.resetModules()

// A bound, no measure: on a busy machine a part that is fetched when it is first shown takes its time.
configure({ asyncUtilTimeout: 10_000 })

// What jsdom leaves out of the platform's dialog: enough to open, close and be found.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

// Nor does it scroll; the newest browsers answer with a promise.
Object.assign(Element.prototype, { scrollIntoView: async () => undefined })

// It has no widths either, so that none ever changes: its screen is a narrow one.
window.ResizeObserver = class {
  observe = () => undefined
  unobserve = () => undefined
  disconnect = () => undefined
}
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList

const errors = vi.spyOn(console, 'error')

beforeEach(() => {
  errors.mockClear()
  localStorage.clear()
  sessionStorage.clear()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  // A stray console.error is a defect that nobody looks at.
  // oxlint-disable-next-line vitest/no-standalone-expect -- it belongs to each test
  expect(errors.mock.calls).toEqual([])
})
