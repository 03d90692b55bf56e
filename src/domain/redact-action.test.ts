import { expect, test } from 'vitest'
import { redactMessage, secretsIn, sentOf, withoutTexts } from './redact-action.ts'

const codes = {
  items: [
    { order_item_id: '7', secret_code: 'PIN', serial_number: 'PIN-1' },
    { order_item_id: '7', secret_code: '0', serial_number: 'S' },
  ],
}

test('keeps reason, items, number of codes and whether there is a text', () => {
  expect(sentOf(undefined)).toEqual({})
  expect(sentOf(codes)).toEqual({ codes: 2 })
  expect(sentOf({ cancel_reason_id: 3, items: [{ id: 5 }, { id: 6 }] })).toEqual({ reason_id: 3, item_ids: [5, 6] })
  expect(sentOf({ cancel_reason_id: 3, items: [{ id: 5 }] }, { reason: 'Gone', items: ['Tea'] })).toEqual({
    reason_id: 3,
    item_ids: [5],
    reason: 'Gone',
    items: ['Tea'],
  })
  expect(sentOf({ cancel_reason_id: 0 })).toEqual({ reason_id: 0 })
  expect(sentOf({ reason_code: 'TOO_BUSY', reason_text: 'Mr Salim called' })).toEqual({
    reason_code: 'TOO_BUSY',
    has_text: true,
  })
  expect(sentOf({ cancel_reason_id: 7, reason_text: 'Mr Salim called' })).toEqual({ reason_id: 7, has_text: true })
})

test('removes codes and free texts that the vendor repeats', () => {
  expect(withoutTexts('PIN-1 and PIN are used', secretsIn(codes))).toBe('… and … are used')
  const body = { reason_text: 'Mr Salim called' }
  expect(withoutTexts('No reason: Mr Salim called.', secretsIn(body))).toBe('No reason: ….')
  expect(withoutTexts('Order cannot be rejected', secretsIn({ reason_text: 'no' }))).toBe('Order cannot be rejected')
})

test('removes a code in each form that the vendor may use', () => {
  const secret = '"A/1+ü"'
  const body = { items: [{ order_item_id: '7', secret_code: secret, serial_number: 'S-1' }] }
  const php = String.raw`\"A\/1+ü\"`
  for (const form of [secret, JSON.stringify(secret).slice(1, -1), php, encodeURIComponent(secret)]) {
    expect(withoutTexts(`Sent: ${form}.`, secretsIn(body))).toBe('Sent: ….')
  }
})

test('removes control characters from the vendor’s message and shortens it', () => {
  expect(redactMessage('a\u0000\n\u001B[31mb\u0085')).toBe('a [31mb ')
  expect(redactMessage('a\u2028\u202Eb\u2069')).toBe('a b ')
  expect(redactMessage('😀'.repeat(200))).toHaveLength(300)
  expect(redactMessage(`${'x'.repeat(299)}😀`)).toBe(`${'x'.repeat(299)}\uFFFD`)
})
