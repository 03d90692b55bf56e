import { expect, test } from 'vitest'
import { withoutCodes } from './without-codes.ts'

test.each([
  ['{"a":1,"pickup_otp":"0417","b":{"return_otp": 9321}}', '{"a":1,"pickup_otp":"…","b":{"return_otp": …}}'],
  ['{"pickup_otp" : "0417', '{"pickup_otp" : "…'],
  ['pickup_otp=0417&id=5', 'pickup_otp=…&id=5'],
  ['payload=%7B%22return_otp%22%3A%220417%22%7D', 'payload=%7B%22return_otp%22%3A%22…%22%7D'],
  [String.raw`{"text":"{\"pickup_otp\":\"0417\"}"}`, String.raw`{"text":"{\"pickup_otp\":\"…\"}"}`],
  ['{"secret_code":"AB-12","serial_number":"S1"}', '{"secret_code":"…","serial_number":"…"}'],
  ['{"pickup_otp":null,"id":"1"}', '{"pickup_otp":…,"id":"1"}'],
  ['{"order_id":"otp-5"}', '{"order_id":"otp-5"}'],
])('codes are taken out of %s', (text, kept) => {
  expect(withoutCodes(text)).toBe(kept)
})
