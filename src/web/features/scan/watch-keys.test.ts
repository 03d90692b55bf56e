import { expect, test } from 'vitest'
import { createScannerPace, type Key } from './watch-keys.ts'

const codeOf = (letter: string) => (/\d/.test(letter) ? `Digit${letter}` : `Key${letter.toUpperCase()}`)
const latin = (text: string): Omit<Key, 'at'>[] => [...text].map((key) => ({ key, code: codeOf(key) }))
const enter = { key: 'Enter', code: 'Enter' }

/** Presses keys with this gap in milliseconds. @returns the scanned codes. */
function typeKeys(keys: readonly Omit<Key, 'at'>[], gapMs: number | readonly number[], pace = createScannerPace()) {
  let at = 1000
  return keys.flatMap((key, index) => {
    at += typeof gapMs === 'number' ? gapMs : (gapMs[index] ?? 0)
    return pace.press({ ...key, at }).scanned ?? []
  })
}

test.each([0, 1, 12, 35])('reads characters %s ms apart that end with Enter as a scan', (gapMs) => {
  expect(typeKeys([...latin('4006381333931'), enter], gapMs)).toEqual(['4006381333931'])
})

test('accepts Tab as the end', () => {
  expect(typeKeys([...latin('4006381333931'), { key: 'Tab', code: 'Tab' }], 5)).toEqual(['4006381333931'])
})

test.each([36, 60, 150])('ignores a person who types every %s ms', (gapMs) => {
  expect(typeKeys([...latin('4006381333931'), enter], gapMs)).toEqual([])
})

test('requires six characters', () => {
  expect(typeKeys([...latin('12345'), enter], 5)).toEqual([])
  expect(typeKeys([...latin('123456'), enter], 5)).toEqual(['123456'])
})

test('accepts a delayed end key within a limit and requires one', () => {
  expect(typeKeys(latin('4006381333931'), 5)).toEqual([])
  expect(typeKeys([...latin('400638'), enter], [0, 5, 5, 5, 5, 5, 149])).toEqual(['400638'])
  expect(typeKeys([...latin('400638'), enter], [0, 5, 5, 5, 5, 5, 150])).toEqual([])
})

test('ignores a single character followed by Enter or Tab, unless at a scanner’s pace', () => {
  for (const end of [enter, { key: 'Tab', code: 'Tab' }]) {
    const pace = createScannerPace()
    pace.press({ key: 's', code: 'KeyS', at: 1000 })
    expect(pace.press({ ...end, at: 1100 }).isFast).toBe(false)
    pace.press({ key: '7', code: 'Digit7', at: 2000 })
    expect(pace.press({ ...end, at: 2010 }).isFast).toBe(true)
  }
})

test('ignores the rest of an interrupted scan', () => {
  expect(typeKeys([...latin('400638'), ...latin('1333931'), enter], [0, 5, 5, 5, 5, 5, 60])).toEqual([])
  expect(typeKeys([...latin('400638'), ...latin('1333931'), enter], [0, 5, 5, 5, 5, 5, 149])).toEqual([])
  expect(typeKeys([...latin('400638'), ...latin('1333931'), enter], [0, 5, 5, 5, 5, 5, 150])).toEqual(['1333931'])
})

test('accepts a non-character key before a scan', () => {
  expect(typeKeys([{ key: 'F8', code: 'F8' }, ...latin('123456'), enter], 5)).toEqual(['123456'])
})

test('starts anew after a pause', () => {
  expect(typeKeys([...latin('ab1234567'), enter], [0, 5, 400, 5, 5, 5, 5, 5, 5, 5])).toEqual(['1234567'])
})

test('ends a scan at a key that scanners never press', () => {
  expect(typeKeys([...latin('123'), { key: 'Backspace', code: 'Backspace' }, ...latin('456789'), enter], 5)).toEqual([])
})

test('accepts Shift between characters', () => {
  const shift = { key: 'Shift', code: 'ShiftLeft' }
  expect(typeKeys([shift, ...latin('R'), shift, ...latin('CE-A12'), enter], 10)).toEqual(['RCE-A12'])
})

test('reads two scans in a row', () => {
  expect(typeKeys([...latin('123456'), enter, ...latin('654321'), enter], 5)).toEqual(['123456', '654321'])
})

test('drops discarded keys', () => {
  const pace = createScannerPace()
  typeKeys(latin('123'), 5, pace)
  pace.forget()
  expect(typeKeys([...latin('4567'), enter], 5, pace)).toEqual([])
})

test('reads the physical keys in an Arabic layout', () => {
  const row = [
    { key: '٤', code: 'Digit4' },
    { key: '٠', code: 'Digit0' },
    { key: '٠', code: 'Numpad0' },
    { key: '۶', code: 'Digit6' },
    { key: 'ق', code: 'KeyR' },
    { key: 'لا', code: 'KeyB' },
    { key: '7', code: 'Digit7' },
  ]
  expect(typeKeys([...row, enter], 5)).toEqual(['4006RB7'])
})

test('keeps an Arabic letter from an unknown physical key', () => {
  expect(typeKeys([...latin('12345'), { key: '٦', code: '' }, enter], 5)).toEqual(['12345٦'])
})

test('ignores a text that is too long', () => {
  expect(typeKeys([...latin('1'.repeat(129)), enter], 1)).toEqual([])
})
