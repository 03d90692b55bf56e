import {
  chooseDigits,
  formatCountdown,
  formatMinutes,
  formatMoment,
  formatMoney,
  formatNumber,
  formatTime,
  inDigits,
  listNames,
  numberFormat,
  pluralRules,
} from './format.ts'
import { formatDuration } from './duration.ts'
import { expect, onTestFinished, test } from 'vitest'

/** Removes the spaces and marks between a number and its currency. */
const plain = (text: string) => text.replaceAll(/[\s\u200E\u200F\u061C\u00A0\u202F]/g, '')

test.each([
  [12500, 'IQD', 'IQD12,500'],
  [1234.5, 'IQD', 'IQD1,234.5'],
  [1.25, 'KWD', 'KWD1.250'],
  [0.1, 'EUR', '€0.10'],
  [-3, 'EUR', '-€3.00'],
  [7, 'JPY', '¥7'],
  [12345678.125, 'EUR', '€12,345,678.125'],
])('formats %d %s as %s: with the decimals of the shop, never rounded', (amount, currency, text) => {
  expect(plain(formatMoney(amount, currency, 'en'))).toBe(text)
})

test('formats an unknown currency as number and code', () => {
  expect(formatMoney(1234.5, 'not a code', 'en')).toBe('1,234.5 not a code')
  expect(formatMoney(1234.5, undefined, 'en')).toBe('1,234.5')
})

test('uses Western digits in every language by default', () => {
  for (const language of ['en', 'ar', 'fr'] as const) {
    expect(formatMoney(1234567.89, 'EUR', language)).toMatch(/1.?234.?567.89/)
    expect(formatMoment('2026-11-20T12:04:00Z', language)).toMatch(/\d\d:04/)
  }
})

test('shows a time without an offset as sent, because guessing would shift it', () => {
  expect(formatMoment('2026-11-20 12:04:00', 'en')).toBe('2026-11-20 12:04:00')
})

test('never shows a negative countdown, and zero only when the time is up', () => {
  expect(formatCountdown(299.2, 'en')).toBe('5:00')
  expect(formatCountdown(61, 'en')).toBe('1:01')
  expect(formatCountdown(0.4, 'en')).toBe('0:01')
  expect(formatCountdown(-5, 'en')).toBe('0:00')
})

test('changes only the digits in Arabic, and nothing in other languages', () => {
  onTestFinished(() => chooseDigits('latn'))
  chooseDigits('arab')
  expect(formatMoney(1234.5, 'KWD', 'ar')).toContain('١٬٢٣٤٫٥٠٠')
  expect(formatCountdown(245, 'ar')).toBe('٤:٠٥')
  expect(formatTime(0, 'ar')).toMatch(/^\u2067[٠-٩:]+\u2069$/)
  expect(formatNumber(12, 'ar')).toBe('١٢')
  expect(inDigits('A-123', 'en')).toBe('A-123')
  expect(formatMoney(1234.5, 'KWD', 'fr')).not.toMatch(/[٠-٩]/)
  chooseDigits('latn')
  expect(formatCountdown(245, 'ar')).toBe('4:05')
})

test('joins names with the comma of the language', () => {
  expect(listNames(['Sara', 'Omar'], 'fr')).toBe('Sara, Omar')
  expect(listNames(['سارة', 'عمر'], 'ar')).toBe('\u2067سارة، عمر\u2069')
})

test('formats a duration in its units, without fractions', () => {
  expect(formatDuration(300, 'en')).toBe('5 minutes')
  expect(formatDuration(1, 'en')).toBe('1 second')
  expect(formatDuration(90, 'en')).toBe('1 minute 30 seconds')
  expect(formatDuration(86_399, 'en')).toBe('23 hours 59 minutes 59 seconds')
  expect(formatDuration(3600, 'fr')).toBe('1\u00a0heure')
  expect(formatDuration(120, 'ar')).toBe('دقيقتان')
})

test.each([
  [0, 'en', '0 min'],
  [59, 'en', '59 min'],
  [65, 'en', '1 hr 5 min'],
  [12, 'fr', '12 min'],
  [12, 'ar', '12 د'],
] as const)('%i minutes in %s', (minutes, language, text) => {
  expect(formatMinutes(minutes, language).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')).toBe(text)
})

test('creates each format once per language and options', () => {
  const dinars = numberFormat('en', { style: 'currency', currency: 'IQD' })
  expect(numberFormat('en', { style: 'currency', currency: 'IQD' })).toBe(dinars)
  expect(numberFormat('ar', { style: 'currency', currency: 'IQD' })).not.toBe(dinars)
  expect(numberFormat('en', { style: 'currency', currency: 'EUR' }).format(1)).toBe('€1.00')
  expect(pluralRules('ar').select(2)).toBe('two')
  expect(pluralRules('en').select(2)).toBe('other')
})
