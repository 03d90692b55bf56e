import { expect, test } from 'vitest'
import { createTestDesk } from '#testing/desk.ts'

const api = '/api/developer/v1'

const reads = [
  '/api/desk/feed',
  '/api/desk/orders',
  '/api/desk/orders/1',
  ...['orders/1', 'cancel-reasons', 'categories', 'brands', 'variant-attributes', 'items'].map(
    (name) => `${api}/${name}`,
  ),
]
const acts = [
  ...['accept', 'reject', 'ready'].map((action) => `${api}/orders/a%20b/${action}`),
  '/api/desk/orders/a%20b/acknowledge',
  '/api/desk/orders',
]

const told = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

test.each(reads)('%s is read on enrolled tablets only', async (path) => {
  const stranger = createTestDesk({ who: 'stranger' })
  expect(await told(await stranger.ask(path))).toEqual([401, 'not_enrolled'])
  expect(stranger.asked()).toEqual([])
  const tablet = await createTestDesk({ who: 'tablet' }).ask(path)
  expect([200, 404]).toContain(tablet.status)
  await tablet.body?.cancel()
})

test.each(acts)('%s takes a tablet, then a person, and only then looks at what is wanted', async (path) => {
  const answerTo = async (who: 'stranger' | 'tablet' | 'person', body?: string) => {
    const desk = createTestDesk({ who })
    const response = await desk.ask(path, {
      method: 'POST',
      ...(body !== undefined && { body, headers: { 'Content-Type': 'text/plain' } }),
    })
    expect(desk.asked()).toEqual([])
    return told(response)
  }
  expect(await answerTo('stranger', 'x')).toEqual([415, 'json_required'])
  expect(await answerTo('stranger')).toEqual([401, 'not_enrolled'])
  expect(await answerTo('tablet')).toEqual([403, 'sign_in_required'])
  expect(await answerTo('person')).toEqual([400, 'bad_order_id'])
})
