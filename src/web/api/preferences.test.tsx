import { expect, test, vi } from 'vitest'
import { writeSaved, readSaved } from './preferences.ts'

test('keeps a preference for the page when storage is full, and saves it once there is space', () => {
  writeSaved('paper', '80')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('It is full.', 'QuotaExceededError')
  })
  writeSaved('paper', '58')
  expect([readSaved('paper'), localStorage.getItem('paper')]).toEqual(['58', '80'])
  full.mockRestore()
  writeSaved('paper', 'A4')
  expect([readSaved('paper'), localStorage.getItem('paper')]).toEqual(['A4', 'A4'])
})

test('keeps a preference for the page when storage is denied', () => {
  for (const name of ['getItem', 'setItem'] as const) {
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('It is denied.', 'SecurityError')
    })
  }
  expect(readSaved('digits')).toBeNull()
  writeSaved('digits', 'arab')
  expect(readSaved('digits')).toBe('arab')
})
