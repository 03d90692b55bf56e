import { expect, test } from 'vitest'
import { redactText, redactOrder } from './redact-order.ts'

test.each([
  ['{"a":1,"pickup_otp":"0417","b":{"return_otp": 9321}}', '{"a":1,"pickup_otp":"…","b":{"return_otp":"…"}}'],
  ['{"secret_code":"AB-12","serial_number":"S1"}', '{"secret_code":"…","serial_number":"…"}'],
  ['{"pickup_otp":"48 21","id":1}', '{"pickup_otp":"…","id":1}'],
  ['{"secret_code":"AB CD-EF;100%"}', '{"secret_code":"…"}'],
  [String.raw`{"secret_code":"AB\"CD"}`, '{"secret_code":"…"}'],
  ['[{"serial_number":["S3R14L",{"x":"S4"}]}]', '[{"serial_number":"…"}]'],
  ['{"Pickup-OTP":"0417","pickupOtp":"0418"}', '{"Pickup-OTP":"…","pickupOtp":"…"}'],
  [String.raw`{"pickup\u005fotp":"0417"}`, '{"pickup_otp":"…"}'],
  [
    '{"data":{"payment_method":{"name":"card","form":{"pan":"4111"}}}}',
    '{"data":{"payment_method":{"name":"card","form":"…"}}}',
  ],
  [String.raw`{"text":"{\"pickup_otp\":\"04 17\",\"id\":5}"}`, String.raw`{"text":"{\"pickup_otp\":\"…\",\"id\":5}"}`],
  ['{"text":"the secret code is AB CD"}', '{"text":"the secret code…"}'],
  [
    '{"id":5,"fields":[{"name":"pickup_otp","value":"0417","n":[1]},["secret code",17]]}',
    '{"id":5,"fields":[{"name":"pickup_otp…","value":"…","n":"…"},["secret code…","…"]]}',
  ],
  ['{"name":"pickup_otp","value":["0417"]}', '{"name":"pickup_otp…","value":"…"}'],
  ['{"label":{"en":"Pickup OTP"},"value":"0417"}', '{"label":{"en":"Pickup OTP…"},"value":"…"}'],
  ['{"event":"pickup_otp.made","order_id":"A1"}', '{"event":"pickup_otp…","order_id":"A1"}'],
  ['{"name":"secret code","item_id":"7","value":"0417"}', '{"name":"secret code…","item_id":"7","value":"…"}'],
  [
    '{"note":"The serial number of the old one is at the door","value":"0417"}',
    '{"note":"The serial number…","value":"0417"}',
  ],
  ['{"pickup_otp":null,"id":"1"}', '{"pickup_otp":"…","id":"1"}'],
  ['{"pickup":{"otp":"0417"},"return_code":9321,"pin":1}', '{"pickup":{"otp":"…"},"return_code":"…","pin":"…"}'],
  ['{"otp_code":"0417","redeem_code":"R1","serial":"S1"}', '{"otp_code":"…","redeem_code":"…","serial":"…"}'],
  ['{"pincode":"10001","code_name":"x","pins":2}', '{"pincode":"10001","code_name":"x","pins":2}'],
  ['{"order_id":"otp-5","platform":"x"}', '{"order_id":"otp-5","platform":"x"}'],
])('removes codes and payment forms from the JSON %s', (text, kept) => {
  expect(redactOrder(text)).toBe(kept)
})

test('keeps the rest of JSON as written, to the digit', () => {
  const text =
    '{"id":12345678901234567890,"total":10.00000000000000000001,"__proto__":{"a":[null,true,"1.0"]},"pickup_otp":1}'
  expect(redactOrder(text)).toBe(text.replace('"pickup_otp":1', '"pickup_otp":"…"'))
})

test.each([
  ['{"a":1,"pickup_otp" : "04 17', '{"a":1,"pickup_otp…'],
  ['pickup_otp=04+17&id=5', 'pickup_otp…'],
  ['id=5&payload=%7B%22return_otp%22%3A%2204%2017%22%7D', 'id=5&payload=%7B%22return_otp…'],
  ['{"id":5,"serial_number":["S3R14L"],', '{"id":5,"serial_number…'],
  ['<order><pickup_otp>04 17</pickup_otp></order>', '<order><pickup_otp…'],
  ['{"id":5,"payment_method":{"form":{"pan":"4111"}', '{"id":5,"payment_method":{"form…'],
  ['payment_method[form][pan]=4111', 'payment_method[form…'],
  ['<platform id="5"/>', '<platform id="5"/>'],
])('cuts %s, which is not JSON, after the first secret name', (text, kept) => {
  expect(redactOrder(text)).toBe(kept)
})

test.each([
  ['lists', `${'['.repeat(200_000)}"pickup_otp"${']'.repeat(200_000)}`],
  ['objects', `${'{"a":'.repeat(100_000)}{"secret_code":"AB CD"}${'}'.repeat(100_000)}`],
  [
    'objects with a large number',
    `${'{"a":'.repeat(100_000)}{"n":12345678901234567890,"secret_code":"AB CD"}${'}'.repeat(100_000)}`,
  ],
  [
    'texts',
    Array.from({ length: 12 }).reduce<string>((inner) => JSON.stringify({ a: inner }), '{"secret_code":"AB CD"}'),
  ],
])('removes the deepest levels of a body nested too deep, in %s', (_what, text) => {
  expect(redactOrder(text)).not.toMatch(/AB|CD/)
})

test.each(['[1]', '"text"', '"[1]"'])('keeps 32 levels, and removes %s below them', (deep) => {
  const nested = (levels: number, inner: string) => '['.repeat(levels) + inner + ']'.repeat(levels)
  expect(redactOrder(nested(31, '"text"'))).toBe(nested(31, '"text"'))
  expect(redactOrder(nested(32, deep))).toBe(nested(32, '"…"'))
})

const codeUnits = (text: string) => new Uint8Array(Uint16Array.from(text, (unit) => unit.charCodeAt(0)).buffer)

test.each([
  ['with its mark', '\uFEFF'],
  ['without', ''],
])('removes codes from UTF-16, %s', (_how, mark) => {
  expect(redactText(codeUnits(`${mark}{"id":5,"pickup_otp":"0417"}`))).toBe('{"id":5,"pickup_otp":"…"}')
  expect(redactText(codeUnits(`${mark}{"id":5,"pickup_otp":"0417`))).toBe('{"id":5,"pickup_otp…')
})
