import { expect, test } from 'vitest'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { codeOf, createTestDesk } from '#testing/desk.ts'
import { words } from '#testing/words.ts'

const api = '/api/developer/v1'

const reads = [
  ...words`/api/desk/feed /api/desk/orders /api/desk/orders/1 /api/desk/webhook /api/desk/vendor /api/desk/others
  /api/desk/deadline /api/desk/shift /api/desk/catalog/items /api/desk/catalog/items/1 /api/desk/catalog/counts`,
  ...['orders/1', 'cancel-reasons', 'categories', 'brands', 'variant-attributes', 'items'].map(
    (name) => `${api}/${name}`,
  ),
]
const acts = [
  ...['accept', 'reject', 'ready'].map((action) => `${api}/orders/a%20b/${action}`),
  '/api/desk/orders/a%20b/acknowledge',
  '/api/desk/orders/a%20b/put-aside',
  '/api/desk/orders',
]

test.each(reads)('%s requires a paired tablet', async (path) => {
  const stranger = createTestDesk({ who: 'stranger' })
  expect(await codeOf(stranger.ask(path))).toEqual('401 not_enrolled')
  expect(stranger.asked()).toEqual([])
  const tablet = await createTestDesk({ who: 'tablet' }).ask(path)
  expect([200, 404]).toContain(tablet.status)
  await tablet.body?.cancel()
})

test('shows the log to signed-in people only', async () => {
  const answerTo = async (who: 'stranger' | 'tablet') => codeOf(createTestDesk({ who }).ask('/api/desk/log'))
  expect(await answerTo('stranger')).toEqual('401 not_enrolled')
  expect(await answerTo('tablet')).toEqual('403 sign_in_required')
  expect((await createTestDesk().ask('/api/desk/log')).status).toBe(200)
})

test.each(['PUT', 'DELETE'])('%s of a lease requires a tablet, then a person', async (method) => {
  const answerTo = async (who: 'stranger' | 'tablet' | 'person') =>
    codeOf(createTestDesk({ who }).ask('/api/desk/orders/a%20b/lease', { method }))
  expect(await answerTo('stranger')).toEqual('401 not_enrolled')
  expect(await answerTo('tablet')).toEqual('403 sign_in_required')
  expect(await answerTo('person')).toEqual('400 bad_order_id')
})

test.each(acts)('%s requires a tablet, then a person, before it reads the body', async (path) => {
  const answerTo = async (who: 'stranger' | 'tablet' | 'person', body?: string) => {
    const desk = createTestDesk({ who })
    const response = await desk.ask(path, {
      method: 'POST',
      ...(body !== undefined && { body, headers: { 'Content-Type': 'text/plain' } }),
    })
    expect(desk.asked()).toEqual([])
    return codeOf(response)
  }
  expect(await answerTo('stranger', 'x')).toEqual('415 json_required')
  expect(await answerTo('stranger')).toEqual('401 not_enrolled')
  expect(await answerTo('tablet')).toEqual('403 sign_in_required')
  expect(await answerTo('person')).toEqual('400 bad_order_id')
})

test('requires a person for a webhook test, and sends nothing before', async () => {
  for (const [who, refusal] of [
    ['stranger', '401 not_enrolled'],
    ['tablet', '403 sign_in_required'],
  ] as const) {
    const desk = createTestDesk({ who, sendToSelf: () => Promise.reject(new Error('It was sent.')) })
    expect(await codeOf(desk.ask('/api/desk/webhook/test', { method: 'POST' }))).toEqual(refusal)
    expect(desk.logged).toEqual([])
  }
})

// Covers the whole contract, so that a new address cannot be open by oversight.

const all = contractEndpoints.map(({ method, address }) => [method, address] as const)
const changing = all.filter(([method]) => method !== 'GET')
/** Reading the session, pairing by a code, and signing out. */
const openToAll = ['GET /api/desk/session', 'DELETE /api/desk/session', 'POST /api/desk/enrolment']

test('covers the whole contract', () => {
  expect(new Set(all.map((each) => each.join(' '))).size).toBeGreaterThan(32)
  expect(changing.length).toBeGreaterThan(14)
})

test.each(all)('refuses %s %s to a stranger, unless it is for pairing or signing out', async (method, path) => {
  if (openToAll.includes(`${method} ${path}`)) return
  const desk = createTestDesk({ who: 'stranger' })
  expect(await codeOf(desk.ask(path, { method }))).toEqual('401 not_enrolled')
  expect(desk.asked()).toEqual([])
})

test.each(changing)('refuses %s %s from another site’s page, or with a body that is not JSON', async (method, path) => {
  const peerChanges = createTestDesk({ sender: { isSameOrigin: false } })
  expect(await codeOf(peerChanges.ask(path, { method }))).toEqual('403 cross_site')
  expect(peerChanges.asked()).toEqual([])
  const desk = createTestDesk()
  const form = { method, body: 'a=b', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
  expect(await codeOf(desk.ask(path, form))).toEqual('415 json_required')
  expect(desk.asked()).toEqual([])
})
