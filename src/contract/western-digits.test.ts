import { expect, test } from 'vitest'
import { westernDigits } from './western-digits.ts'

test('converts every digit of both scripts, and nothing else', () => {
  expect(westernDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ a٪')).toBe('0123456789 0123456789 a٪')
})
