import { expect, test } from 'vitest'
import { fillPath } from '#contract/endpoint.ts'
import { rules } from '#contract/desk/rules.ts'
import { feedPath } from '#contract/desk/feed.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { createTestDesk } from '#testing/desk.ts'

// Every address of the contract, with the cookie of each role.

const all = [...contractEndpoints.map(({ method, path }) => [method, path] as const), ['GET', feedPath] as const]

/** What everybody may ask, who is nobody yet. */
const open = ['GET /api/desk/session', 'DELETE /api/desk/session', 'POST /api/desk/enrolment']
const board = [
  'GET /api/desk/openapi.json',
  'GET /api/desk/feed',
  'GET /api/desk/orders',
  'GET /api/desk/orders/:orderId',
  'POST /api/desk/presence',
]

const allowed: Readonly<Record<Exclude<TabletRole, 'counter'>, readonly string[]>> = {
  station: [
    ...open,
    ...board,
    'POST /api/desk/session',
    'PUT /api/desk/orders/:orderId/picks/:itemId',
    'PUT /api/desk/orders/:orderId/lease',
    'DELETE /api/desk/orders/:orderId/lease',
    'POST /api/developer/v1/orders/:orderId/ready',
    'GET /api/desk/shortages',
    'DELETE /api/desk/shortages/:shortageId',
    'GET /api/desk/station-settings',
  ],
  display: [...open, ...board, 'GET /api/desk/display-settings'],
}

/** What takes a signed-in person at a station too. */
const needsPerson = [
  'PUT /api/desk/orders/:orderId/lease',
  'DELETE /api/desk/orders/:orderId/lease',
  'POST /api/developer/v1/orders/:orderId/ready',
  'DELETE /api/desk/shortages/:shortageId',
]

/** The status and, of a refusal, its code. */
async function codeOf(asked: Promise<Response> | Response): Promise<string> {
  const response = await asked
  if (response.ok) {
    await response.body?.cancel()
    return String(response.status)
  }
  return `${response.status} ${((await response.json()) as { readonly code: string }).code}` // Every refusal has one.
}

const filled = (path: string): string => {
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '1']))
  return fillPath<string>(path, params)
}

test.each(['station', 'display'] as const)('knows every address that a %s may ask', (role) => {
  const known = new Set(all.map((each) => each.join(' ')))
  expect(allowed[role].filter((each) => !known.has(each))).toEqual([])
})

const cases = (['station', 'display'] as const).flatMap((role) =>
  all.map(([method, path]) => [role, method, path] as const),
)

test.each(cases)('lets a %s ask what is for it, and nothing else: %s %s', async (role, method, path) => {
  // With a manager signed in, so that only the role is in the way.
  const desk = createTestDesk({ role })
  const before = await desk.store.readLog({ limit: 50 })
  const answer = await codeOf(desk.ask(filled(path), { method }))
  if (allowed[role].includes(`${method} ${path}`)) {
    expect(answer).not.toMatch(/role_forbidden|not_enrolled|not_allowed/)
    return
  }
  expect(answer).toBe('403 role_forbidden')
  expect(desk.asked()).toEqual([])
  expect(await desk.store.readLog({ limit: 50 })).toEqual(before)
})

// A rehearsal pauses between orders, and the clock stands still.
const answered = all.filter(([, path]) => path !== rules.rehearse.path)

test.each(answered)('refuses no counter for its role: %s %s', async (method, path) => {
  expect(await codeOf(createTestDesk().ask(filled(path), { method }))).not.toContain('role_forbidden')
})

test.each(needsPerson)('requires a person at a station for %s', async (address) => {
  const [method = '', path = ''] = address.split(' ')
  const desk = createTestDesk({ role: 'station', who: 'tablet' })
  expect(await codeOf(desk.ask(filled(path), { method }))).toBe('403 sign_in_required')
  expect(desk.asked()).toEqual([])
})

test('requires a person at a counter for a pick, and none at a station', async () => {
  const asked = async (role: TabletRole) => {
    const desk = createTestDesk({ role, who: 'tablet' })
    return codeOf(desk.post('/api/desk/orders/1/picks/1', { state: 'picked' }, 'PUT'))
  }
  expect(await asked('counter')).toBe('403 sign_in_required')
  expect(await asked('station')).toBe('404 order_not_found')
  expect(await asked('display')).toBe('403 role_forbidden')
})

test.each(['station', 'display'] as const)('lets a %s neither search nor list closed orders', async (role) => {
  const desk = createTestDesk({ role })
  for (const query of ['?q=layla', '?view=closed', '?view=closed&outcome=missed'])
    expect(await codeOf(desk.ask(`/api/desk/orders${query}`))).toBe('403 role_forbidden')
  expect((await desk.ask('/api/desk/orders?view=open&q=')).status).toBe(200)
})

test('refuses before it reads the body', async () => {
  const desk = createTestDesk({ role: 'display' })
  const init = { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } }
  expect(await codeOf(desk.ask('/api/desk/staff', init))).toBe('403 role_forbidden')
})
