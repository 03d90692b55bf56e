import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { type TestDesk, createTestDesk, testToken, testWebhookSecret } from '#testing/desk.ts'

const secrets = ['SECRET-CODE-1', 'SERIAL-1', 'Mr Salim called us', '7391', '482100', 'K7QM-3XRD-9TWF', 'Back office']

const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/**
 * A shop's day: orders arrive and are answered in every way, people sign in and out, and the vendor repeats its input.
 */
async function live(desk: TestDesk, alsoSecret: string[]): Promise<void> {
  await desk.open()
  const digital = desk.vendor.placeOrder('digital')
  const codes = digital.lines.flatMap(({ id, quantity }) =>
    Array.from({ length: quantity }, () => ({
      order_item_id: id,
      secret_code: 'SECRET-CODE-1',
      serial_number: 'SERIAL-1',
    })),
  )
  const [rejected, taken, told] = [desk.vendor.placeOrder(), desk.vendor.placeOrder(), desk.vendor.placeOrder()]
  for (const { id } of [digital, rejected, taken, told])
    await desk.notify(JSON.stringify({ event: 'order_created', data: { id, pickup_otp: '7391' } }))
  await desk.notify('{"customer":"Mr Salim called us","pickup_otp":"7391"')
  await desk.clock.advance(1000)
  const rows = await desk.rows()
  alsoSecret.push(
    ...JSON.stringify(rows)
      .matchAll(/"(?:name|title|customer)":"([^"]{6,})"/g)
      .map(([, name = '']) => name),
  )
  await desk.act(digital.id, 'accept', { items: codes })
  await desk.act(rejected.id, 'reject', { reason_code: 'TOO_BUSY', reason_text: 'Mr Salim called us' })
  await desk.act(rejected.id, 'reject', { reason_text: 'Mr Salim called us' })
  await desk.act(rejected.id, 'reject', { cancel_reason_id: 7, reason_text: 'Mr Salim called us' })
  await desk.act(taken.id, 'accept')
  for (const kind of ['error', 'html', 'half', 'error-200', 'forbidden', 'unauthenticated'] as const) {
    desk.vendor.faults.add({ kind })
    await desk.ask(`/api/developer/v1/orders/${told.id}`)
    await desk.clock.advance(1000)
  }
  await desk.ask('/api/desk/staff', json('POST', { name: 'Mona', pin: '482100' }))
  await desk.ask('/api/desk/session', json('POST', { name: 'Mona', pin: '482100' }))
  await desk.ask('/api/desk/session', json('POST', { name: 'Sara', pin: '482100' }))
  await desk.ask('/api/desk/enrolment', json('POST', { code: 'K7QM-3XRD-9TWF', device_name: 'Back office' }))
  await desk.notify('{}', { Authorization: `Bearer ${testWebhookSecret}x` })
}

test('logs orders and their outcomes, and no personal data', async () => {
  const desk = createTestDesk()
  const alsoSecret: string[] = []
  await live(desk, alsoSecret)
  const text = JSON.stringify(desk.logged)
  expect(new Set(desk.logged.map(({ event }) => event))).toEqual(new Set(['webhook', 'alarm', 'action']))
  expect(alsoSecret.length).toBeGreaterThan(10)
  for (const secret of [...secrets, ...alsoSecret, testToken, testWebhookSecret]) expect(text).not.toContain(secret)
})

test('logs a bug by its place, without its message, which may quote input', async () => {
  const store = createMemoryStore()
  const desk = createTestDesk({
    store: {
      ...store,
      find: () => Promise.reject(new SyntaxError('Unexpected token in "Mr Salim called us"\n    at home of Mr Salim')),
    },
  })
  const response = await desk.ask('/api/desk/orders/A1')
  expect(response.status).toBe(500)
  const answered = await response.text()
  expect(answered).toContain('internal')
  expect(desk.logged).toEqual([{ event: 'failed', error: 'SyntaxError', stack: expect.any(Array) }])
  expect(JSON.stringify(desk.logged)).toContain('logging.test.ts')
  expect(JSON.stringify(desk.logged) + answered).not.toContain('Salim')
})
