import { isLoopback, westernDigits } from './text.ts'
import { expect, test } from 'vitest'
import { words } from '#testing/words.ts'

test('converts every digit of both scripts, and nothing else', () => {
  expect(westernDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ a٪')).toBe('0123456789 0123456789 a٪')
})

test.each(['localhost', '::1', '[::1]', '127.0.0.1', '127.255.9.10'])('%s is this machine only', (host) => {
  expect(isLoopback(host)).toBe(true)
})

test.each([
  '',
  ...words`0.0.0.0 :: 192.168.127.1 127.0.0.256 127.0.0 127.0.0.1.example.com 127.shop.example
  localhost.example.com not-localhost [::1]:80`,
])('%j may be another machine', (host) => {
  expect(isLoopback(host)).toBe(false)
})
