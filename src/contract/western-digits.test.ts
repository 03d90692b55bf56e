import { expect, test } from 'vitest'
import { westernDigits } from './western-digits.ts'

test('every digit of both scripts has its Western one, and nothing else changes', () => {
  expect(westernDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ a٪')).toBe('0123456789 0123456789 a٪')
})
