import { expect, test } from 'vitest'
import { formatMoney } from './ticket-words.ts'

test.each([
  ['USD', '\u200F86.50\u00A0\u2068US$\u2069'],
  ['EUR', '\u200F86.50\u00A0€'],
  ['KWD', '\u200F86.500\u00A0د.ك.\u200F'],
])('keeps the letters and the sign of %s together from the right', (currency, printed) => {
  expect(formatMoney(86.5, currency, 'ar')).toBe(printed)
})

test('writes an amount from the left without marks of direction', () => {
  expect(formatMoney(86.5, 'USD', 'en')).toBe('$86.50')
})
