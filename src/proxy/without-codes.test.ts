import { expect, test } from 'vitest'
import { withoutCodes } from './without-codes.ts'

test.each([
  ['{"a":1,"pickup_otp":"0417","b":{"return_otp": 9321}}', '{"a":1,"pickup_otp":"…","b":{"return_otp":"…"}}'],
  ['{"secret_code":"AB CD-EF; 5%","serial_number":["S1","S2"]}', '{"secret_code":"…","serial_number":"…"}'],
  ['{"pickup_otp":null,"id":12345678901234567890}', '{"pickup_otp":null,"id":12345678901234567890}'],
  ['{"payment_method":{"key":"card","form":{"n":"4111"}}}', '{"payment_method":{"key":"card","form":"…"}}'],
  ['{"payment_method":{"form":null}}', '{"payment_method":{"form":null}}'],
  ['[{"Secret_Code":"AB"}]', '[{"Secret_Code":"…"}]'],
  [
    String.raw`{"text":"{\"pickup_otp\":\"04 17\",\"form\":{}}"}`,
    String.raw`{"text":"{\"pickup_otp\":\"…\",\"form\":…"}`,
  ],
  [`${'[['.repeat(40)}"pickup_otp"${']]'.repeat(40)}`, `${'['.repeat(65)}"…"${']'.repeat(65)}`],
])('codes and payment data are taken out of %s', (text, kept) => {
  expect(withoutCodes(text)).toBe(kept)
})

test.each([
  ['{"pickup_otp" : "0417', '{"pickup_otp" : "…'],
  ['{"secret_code":"AB CD-EF; 5%","id":1', '{"secret_code":"…","id":1'],
  [String.raw`{"secret_code":"A\"B","id":1`, '{"secret_code":"…","id":1'],
  ['{"serial_number":["S1","S2"],"id":1', '{"serial_number":…],"id":1'],
  ['pickup_otp=48%2021&id=5', 'pickup_otp=…&id=5'],
  ['pickup_otp: 48 21 and more\nid: 5', 'pickup_otp: …\nid: 5'],
  ['payload=%7B%22return_otp%22%3A%220417%22%7D', 'payload=%7B%22return_otp%22%3A%22…%22%7D'],
  [String.raw`text {\"pickup_otp\":\"04 17\"}`, String.raw`text {\"pickup_otp\":\"…\"}`],
  ['<otp pickup_otp="48 21" id="5">', '<otp pickup_otp="…" id="5">'],
  ['{"payment_method":{"form":{"number":"4111","cvc', '{"payment_method":{"form":…'],
  ['{"payment_method":{"form":null,"key":"cash"', '{"payment_method":{"form":null,"key":"cash"'],
  ['{"order_id":"otp-5"', '{"order_id":"otp-5"'],
])('and out of what is no whole JSON: %s', (text, kept) => {
  expect(withoutCodes(text)).toBe(kept)
})

test('UTF-16 that does not say so hides nothing', () => {
  const text = new TextDecoder().decode(new Uint8Array(Buffer.from('{"pickup_otp":"0417"', 'utf16le')))
  expect(withoutCodes(text)).toBe('{"pickup_otp":"…"')
  expect(withoutCodes('\0\0')).toBe('\0\0')
})

test('a text that is nested without end, or all marks, is no burden', () => {
  expect(withoutCodes('['.repeat(200_000) + ']'.repeat(200_000))).toMatch(/^\[+/)
  expect(withoutCodes(`pickup_otp${'"'.repeat(200_000)}`)).toMatch(/^pickup_otp/)
})
