import { afterEach, expect, test, vi } from 'vitest'
import { ownTab } from './own-tab.ts'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

test('a tab keeps its name when it is loaded again, and another tab has another one', () => {
  const name = ownTab()
  expect(name).not.toBe('')
  expect(ownTab()).toBe(name)
  // As a tab that is opened anew has none.
  sessionStorage.clear()
  expect(ownTab()).not.toBe(name)
})

test('a browser that keeps nothing has no name for its tabs', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('No.', 'SecurityError')
  })
  expect(ownTab()).toBe('')
})
