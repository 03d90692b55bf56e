import { expect, test } from 'vitest'
import { createScannerPace, type Key } from './watch-keys.ts'

const codeOf = (letter: string) => (/\d/.test(letter) ? `Digit${letter}` : `Key${letter.toUpperCase()}`)
const latin = (text: string): Omit<Key, 'at'>[] => [...text].map((key) => ({ key, code: codeOf(key) }))
const enter = { key: 'Enter', code: 'Enter' }

/** Presses keys one after the other, each so many milliseconds after the one before. @returns what was scanned. */
function typeKeys(keys: readonly Omit<Key, 'at'>[], gapMs: number | readonly number[], pace = createScannerPace()) {
  let at = 1000
  return keys.flatMap((key, index) => {
    at += typeof gapMs === 'number' ? gapMs : (gapMs[index] ?? 0)
    return pace.press({ ...key, at }).scanned ?? []
  })
}

test.each([0, 1, 12, 35])('letters %s ms apart that end with Enter are a scan', (gapMs) => {
  expect(typeKeys([...latin('4006381333931'), enter], gapMs)).toEqual(['4006381333931'])
})

test('it may end with Tab', () => {
  expect(typeKeys([...latin('4006381333931'), { key: 'Tab', code: 'Tab' }], 5)).toEqual(['4006381333931'])
})

test.each([36, 60, 150])('a person who types every %s ms scans nothing', (gapMs) => {
  expect(typeKeys([...latin('4006381333931'), enter], gapMs)).toEqual([])
})

test('six letters are the fewest', () => {
  expect(typeKeys([...latin('12345'), enter], 5)).toEqual([])
  expect(typeKeys([...latin('123456'), enter], 5)).toEqual(['123456'])
})

test('its end may take its time, but not for ever; without it there is no scan', () => {
  expect(typeKeys(latin('4006381333931'), 5)).toEqual([])
  expect(typeKeys([...latin('400638'), enter], [0, 5, 5, 5, 5, 5, 149])).toEqual(['400638'])
  expect(typeKeys([...latin('400638'), enter], [0, 5, 5, 5, 5, 5, 150])).toEqual([])
})

test('a letter and an Enter or a Tab soon after it are a person’s, unless they come as fast as a scanner’s', () => {
  for (const end of [enter, { key: 'Tab', code: 'Tab' }]) {
    const pace = createScannerPace()
    pace.press({ key: 's', code: 'KeyS', at: 1000 })
    expect(pace.press({ ...end, at: 1100 }).isFast).toBe(false)
    pace.press({ key: '7', code: 'Digit7', at: 2000 })
    expect(pace.press({ ...end, at: 2010 }).isFast).toBe(true)
  }
})

test('the rest of a scan that came to a halt is no code', () => {
  expect(typeKeys([...latin('400638'), ...latin('1333931'), enter], [0, 5, 5, 5, 5, 5, 60])).toEqual([])
  expect(typeKeys([...latin('400638'), ...latin('1333931'), enter], [0, 5, 5, 5, 5, 5, 149])).toEqual([])
  expect(typeKeys([...latin('400638'), ...latin('1333931'), enter], [0, 5, 5, 5, 5, 5, 150])).toEqual(['1333931'])
})

test('a key of another kind may go before it', () => {
  expect(typeKeys([{ key: 'F8', code: 'F8' }, ...latin('123456'), enter], 5)).toEqual(['123456'])
})

test('after a pause it begins anew: what was typed before it is no part of it', () => {
  expect(typeKeys([...latin('ab1234567'), enter], [0, 5, 400, 5, 5, 5, 5, 5, 5, 5])).toEqual(['1234567'])
})

test('a key that a scanner never presses ends it', () => {
  expect(typeKeys([...latin('123'), { key: 'Backspace', code: 'Backspace' }, ...latin('456789'), enter], 5)).toEqual([])
})

test('capitals are typed with Shift between them', () => {
  const shift = { key: 'Shift', code: 'ShiftLeft' }
  expect(typeKeys([shift, ...latin('R'), shift, ...latin('CE-A12'), enter], 10)).toEqual(['RCE-A12'])
})

test('two scans in a row are two', () => {
  expect(typeKeys([...latin('123456'), enter, ...latin('654321'), enter], 5)).toEqual(['123456', '654321'])
})

test('what was forgotten is no part of a scan', () => {
  const pace = createScannerPace()
  typeKeys(latin('123'), 5, pace)
  pace.forget()
  expect(typeKeys([...latin('4567'), enter], 5, pace)).toEqual([])
})

test('on an Arabic keyboard the place of a key says what the scanner meant', () => {
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

test('an Arabic letter from a place that says nothing is what it is', () => {
  expect(typeKeys([...latin('12345'), { key: '٦', code: '' }, enter], 5)).toEqual(['12345٦'])
})

test('a text without end is no scan', () => {
  expect(typeKeys([...latin('1'.repeat(129)), enter], 1)).toEqual([])
})
