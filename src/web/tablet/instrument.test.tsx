import { afterEach, expect, test, vi } from 'vitest'
import { ownTab } from './instrument.ts'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

test('keeps the id of a tab across reloads and differs between tabs', () => {
  const name = ownTab()
  expect(name).not.toBe('')
  expect(ownTab()).toBe(name)
  // A new tab has none.
  sessionStorage.clear()
  expect(ownTab()).not.toBe(name)
})

test('returns an empty id without storage', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('No.', 'SecurityError')
  })
  expect(ownTab()).toBe('')
})
