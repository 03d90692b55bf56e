import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// Screen tests share a worker with jsdom and the libraries (`isolate: false`). Each file imports the page's own modules
// again, so that no state leaks between files.
vi.resetModules()

// Generous, because a lazy chunk takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

// jsdom lacks these dialog methods; this is enough to open, close and find one.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

// jsdom does not scroll; the newest browsers return a promise.
Object.assign(Element.prototype, { scrollIntoView: async () => undefined })

// jsdom has no layout, so no width ever changes: its screen is narrow.
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
  // Most tests let minutes pass without a touch, and look at what a new order would cover.
  localStorage.setItem('takes-screen', 'no')
  sessionStorage.clear()
})

afterEach(() => {
  cleanup()
  // The next file has the same document.
  document.body.replaceChildren()
  vi.useRealTimers()
  // An unexpected console.error is a defect.
  // oxlint-disable-next-line vitest/no-standalone-expect -- it belongs to each test
  expect(errors.mock.calls).toEqual([])
})
