import { expect, onTestFinished, test } from 'vitest'
import { chooseDigits, formatDay, formatMoment, formatMoney, formatTime, listNames } from './format.ts'
import { inOnePiece, isolate } from './isolate.ts'

/** Invisible characters by their names in the Unicode standard. */
const names: Readonly<Record<string, string>> = {
  '\u2066': '<LRI>',
  '\u2067': '<RLI>',
  '\u2068': '<FSI>',
  '\u2069': '<PDI>',
  '\u200E': '<LRM>',
  '\u200F': '<RLM>',
  '\u00A0': '<NBSP>',
}
const seen = (text: string): string =>
  text.replaceAll(/[\u200E\u200F\u2066-\u2069\u00A0]/g, (mark) => names[mark] ?? '')

test.each([
  ['Kitchen', 'Kitchen', '<FSI>Kitchen<PDI>'],
  ['المطبخ', '<FSI>المطبخ<PDI>', 'المطبخ'],
  // Digits after a Latin letter run from the left.
  ['11:55', '11:55', '<FSI>11:55<PDI>'],
  ['12 د', '<FSI>12 د<PDI>', '<FSI>12 د<PDI>'],
  ['شاي Lipton', '<FSI>شاي Lipton<PDI>', '<FSI>شاي Lipton<PDI>'],
  ['—', '—', '—'],
  ['', '', ''],
  // An override ends with its isolate.
  ['\u202Egnp.exe', '<FSI>\u202Egnp.exe<PDI>', '<FSI>\u202Egnp.exe<PDI>'],
])('isolates %j only where it could reorder the sentence', (text, inEnglish, inArabic) => {
  expect(seen(isolate(text, 'en'))).toBe(inEnglish)
  expect(seen(isolate(text, 'fr'))).toBe(inEnglish)
  expect(seen(isolate(text, 'ar'))).toBe(inArabic)
})

test('judges a text by what is outside its own isolates', () => {
  for (const text of ['قبل \u2068Sara\u2069', '\u2067\u200F3 \u2068US$\u2069\u2069'])
    expect(isolate(text, 'ar')).toBe(text)
  expect(isolate('Tea, \u2068شاي\u2069', 'en')).toBe('Tea, \u2068شاي\u2069')
  expect(seen(isolate('\u2066open', 'en'))).toBe('<FSI><LRI>open<PDI>')
})

test('writes a date in Arabic as one piece that runs from the right', () => {
  const at = Date.UTC(2026, 10, 29, 11, 55)
  const moment = new Date(at).toISOString()
  expect(seen(formatMoment(moment, 'ar'))).toMatch(/^<RLI>29<RLM>\/11<RLM>\/2026، \d\d:55<PDI>$/)
  expect(seen(formatMoment(moment, 'ar', false))).toMatch(/^<RLI>\d\d:55<PDI>$/)
  expect(seen(formatTime(at, 'ar'))).toMatch(/^<RLI>\d\d:55:00<PDI>$/)
  expect(seen(formatDay(at, 'ar'))).toBe('<RLI>الأحد، 29 نوفمبر 2026<PDI>')
  for (const language of ['en', 'fr'] as const) expect(seen(formatMoment(moment, language))).not.toContain('<RLI>')
})

test('keeps the letters and the sign of a currency together in Arabic', () => {
  expect(seen(formatMoney(86.5, 'USD', 'ar'))).toBe('<RLI><RLM>86.50<NBSP><FSI>US$<PDI><PDI>')
  expect(seen(formatMoney(-3, 'USD', 'ar'))).toBe('<RLI><RLM><LRM>-3.00<NBSP><FSI>US$<PDI><PDI>')
  expect(seen(formatMoney(86.5, 'EUR', 'ar'))).toBe('<RLI><RLM>86.50<NBSP>€<PDI>')
  expect(seen(formatMoney(12500, 'IQD', 'ar'))).toBe('<RLI><RLM>12,500<NBSP>د.ع.<RLM><PDI>')
  expect(seen(formatMoney(5, 'no code', 'ar'))).toBe('<RLI>5 <FSI>no code<PDI><PDI>')
  expect(seen(formatMoney(86.5, 'USD', 'en'))).toBe('$86.50')
  onTestFinished(() => chooseDigits('latn'))
  chooseDigits('arab')
  expect(seen(formatMoney(86.5, 'USD', 'ar'))).toBe('<RLI><RLM>٨٦٫٥٠<NBSP><FSI>US$<PDI><PDI>')
})

test('lists names in the direction of the language, each in its own', () => {
  expect(seen(listNames(['Tea', 'شاي'], 'ar'))).toBe('<RLI><FSI>Tea<PDI>، شاي<PDI>')
  expect(seen(listNames(['Tea', 'شاي'], 'en'))).toBe('Tea, <FSI>شاي<PDI>')
  expect(inOnePiece('', 'en')).toBe('')
})
