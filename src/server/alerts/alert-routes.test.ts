import { expect, test } from 'vitest'
import type { Duty, Ladder } from '#contract/desk/alerts.ts'
import { createTestAlerts } from '#testing/alerts.ts'
import { codeOf, createTestDesk, read, type TestDesk } from '#testing/desk.ts'

const second = 1000
const subscriptions = '/api/desk/push-subscriptions'

function setUp() {
  const alerts = createTestAlerts(['alerts.test'])
  const desk = createTestDesk({ alerts: alerts.outside })
  const subscribe = (name: string, tablet: Pick<TestDesk, 'post'> = desk, language?: string) =>
    tablet.post(subscriptions, alerts.pushService.subscribe(name, 'https://push.test', language))
  const listDuty = async () => ((await (await desk.ask('/api/desk/duty')).json()) as { data: Duty[] }).data
  const idOf = async (name: string) => (await listDuty()).find(({ person }) => person.name === name)?.person.id ?? ''
  return { desk, alerts, subscribe, listDuty, idOf }
}

test('shows the key that it made at the first start, the same after a restart', async () => {
  const { desk, alerts } = setUp()
  const { body: first } = await read(desk.ask('/api/desk/push-key'))
  expect(first).toEqual({ public_key: expect.stringMatching(/^[\w-]{87}$/) })
  const again = createTestDesk({ ...desk.kill(), alerts: alerts.outside })
  expect((await read(again.ask('/api/desk/push-key'))).body).toEqual(first)
  expect(await codeOf(createTestDesk().ask('/api/desk/push-key'))).toBe('404 push_off')
})

test('adds a phone once, and removes it', async () => {
  const { desk, alerts, listDuty } = setUp()
  const subscription = alerts.pushService.subscribe('one', 'https://push.test', 'fr')
  const first = await read(desk.post(subscriptions, subscription))
  expect(first).toMatchObject({ http: 200, body: { data: { name: 'Counter', delivered_at: null } } })
  const omar = await desk.admit('Phone', 'Omar')
  const again = await read(omar.post(subscriptions, { ...subscription, language: 'xx' }))
  expect(again).toMatchObject({ http: 200, body: { data: { name: 'Phone' } } })
  const phonesOf = async () => (await listDuty()).map(({ person, phones }) => `${person.name} ${phones.length}`)
  expect(await phonesOf()).toEqual(['Omar 1', 'Sara 0'])
  expect(await desk.store.phones()).toMatchObject([{ language: 'en', endpoint: subscription.endpoint }])
  expect(JSON.stringify(await listDuty())).not.toContain(subscription.endpoint)
  // Sara has none, and this one is neither hers nor her tablet's.
  for (const body of [{}, { endpoint: subscription.endpoint }])
    expect((await read(desk.post(subscriptions, body, 'DELETE'))).body).toEqual({ data: { removed: 0 } })
  expect((await read(omar.post(subscriptions, {}, 'DELETE'))).body).toEqual({ data: { removed: 1 } })
  const { body } = await read(desk.ask('/api/desk/log'))
  expect(body).toMatchObject({
    data: [
      { what: 'remove phone', about: 'Omar' },
      { what: 'add phone', about: 'Omar', by: { person: 'Omar', tablet: 'Phone' } },
      { what: 'add phone', about: 'Sara' },
    ],
  })
})

const good = createTestAlerts().pushService.subscribe('one', 'https://push.test')
test.each([
  ['no endpoint', { ...good, endpoint: undefined }],
  ['http', { ...good, endpoint: 'http://push.test/1' }],
  ['no address', { ...good, endpoint: 'push' }],
  ['a password', { ...good, endpoint: 'https://a:b@push.test/1' }],
  ['a long endpoint', { ...good, endpoint: `https://push.test/${'x'.repeat(1000)}` }],
  ['no keys', { ...good, keys: undefined }],
  ['a short key', { ...good, keys: { ...good.keys, p256dh: 'AAAA' } }],
  ['a key of another form', { ...good, keys: { ...good.keys, p256dh: 'A'.repeat(87) } }],
  ['no base64url', { ...good, keys: { ...good.keys, auth: '§'.repeat(22) } }],
  ['a long secret', { ...good, keys: { ...good.keys, auth: 'A'.repeat(24) } }],
])('refuses a subscription with %s', async (_what, body) => {
  expect(await codeOf(setUp().desk.post(subscriptions, body))).toBe('422 bad_subscription')
})

test('sends a test to one phone or all of a person, and not again at once', async () => {
  const { desk, alerts, subscribe } = setUp()
  expect(await codeOf(desk.post(`${subscriptions}/test`, {}))).toBe('404 not_found')
  for (const name of ['one', 'two', 'three']) await subscribe(name)
  alerts.pushService.statuses.set('two', 410)
  alerts.pushService.statuses.set('three', 500)
  const testAll = () => desk.post(`${subscriptions}/test`, {})
  expect((await read(testAll())).body).toEqual({ data: { delivered: 1, failed: 1, gone: 1 } })
  expect(alerts.pushService.received.map(({ message }) => [message.kind, message.path])).toEqual([
    ['test', '/settings'],
  ])
  expect(await codeOf(testAll())).toBe('429 too_soon')
  await desk.clock.advance(3 * second)
  const one = { endpoint: 'https://push.test/push/one' }
  expect((await read(desk.post(`${subscriptions}/test`, one))).body).toEqual({
    data: { delivered: 1, failed: 0, gone: 0 },
  })
})

test('keeps who is on duty, and their quiet hours', async () => {
  const { desk, listDuty, idOf } = setUp()
  const omar = await desk.admit('Phone', 'Omar')
  expect(await codeOf(omar.ask('/api/desk/alerts'))).toBe('403 manager_required')
  const [omarId, saraId] = [await idOf('Omar'), await idOf('Sara')]
  const put = (tablet: Pick<TestDesk, 'post'>, id: string, body: unknown) =>
    tablet.post(`/api/desk/duty/${id}`, body, 'PUT')
  const quiet = { quiet_from: '23:00', quiet_to: '07:30', time_zone: 'Asia/Baghdad' }
  expect((await read(put(omar, omarId, quiet))).body).toMatchObject({ data: { ...quiet, is_on_duty: true } })
  expect(await codeOf(put(omar, saraId, quiet))).toBe('403 manager_required')
  expect(await codeOf(put(omar, omarId, { is_owner: true }))).toBe('403 manager_required')
  expect((await put(desk, omarId, { is_owner: true, is_on_duty: false })).status).toBe(200)
  expect(await codeOf(put(desk, 'nobody', {}))).toBe('404 not_found')
  expect(await listDuty()).toMatchObject([
    { person: { name: 'Omar' }, is_owner: true, is_on_duty: false, ...quiet },
    { person: { name: 'Sara' }, is_owner: false, is_on_duty: true, quiet_from: null },
  ])
  for (const bad of [
    { is_on_duty: 1 },
    { quiet_from: '24:00', quiet_to: '07:00' },
    { quiet_from: '7:00' },
    { quiet_from: null },
    { quiet_to: '23:00' },
    { time_zone: 'Nowhere/Town' },
    { time_zone: null },
  ])
    expect(await codeOf(put(desk, omarId, bad)), JSON.stringify(bad)).toBe('422 bad_duty')
})

test('keeps the ladder, and refuses steps that there are not', async () => {
  const { desk } = setUp()
  const change = (body: unknown) => desk.post('/api/desk/ladder', body, 'PUT')
  const ladder = { call_from: 2, owner_from: 3, calls: ['alerts.test'], is_signed: false, is_rehearsing: false }
  expect((await read(desk.ask('/api/desk/ladder'))).body).toEqual({ data: ladder })
  const changed = { data: { ...ladder, call_from: 1, owner_from: 2 } }
  expect((await read(change({ call_from: 1, owner_from: 2 }))).body).toEqual(changed)
  for (const bad of [{}, { call_from: 0, owner_from: 2 }, { call_from: 1, owner_from: 4 }, { call_from: '1' }])
    expect(await codeOf(change(bad))).toBe('422 bad_ladder')
  expect((await read(desk.ask('/api/desk/ladder'))).body).toEqual(changed)
})

test('rehearses the ladder step by step until somebody confirms', async () => {
  const { desk, alerts, subscribe, idOf } = setUp()
  const owner = await desk.admit('Phone', 'Omar')
  await subscribe('duty')
  await subscribe('owner', owner, 'fr')
  await desk.post(`/api/desk/duty/${await idOf('Omar')}`, { is_on_duty: false, is_owner: true }, 'PUT')
  const isRehearsing = async () =>
    ((await (await desk.ask('/api/desk/ladder')).json()) as { data: Ladder }).data.is_rehearsing
  const rehearse = () => desk.post('/api/desk/ladder/rehearsal', {})
  expect((await rehearse()).status).toBe(200)
  expect(await codeOf(rehearse())).toBe('409 rehearsal_runs')
  expect(await isRehearsing()).toBe(true)
  const told = () => alerts.pushService.received.map(({ phone, message: { title } }) => `${phone}: ${title}`)
  await desk.clock.advance(second)
  expect(told()).toEqual(['duty: Test: alert 1 of 3'])
  await desk.clock.advance(15 * second)
  expect(alerts.calls.map(({ body }) => body)).toMatchObject([{ alert: 'rehearsal', order_id: null }])
  await desk.clock.advance(15 * second)
  expect(told().slice(1)).toEqual([
    'duty: Test: alert 2 of 3',
    'duty: Test: alert 3 of 3',
    'owner: Essai : alerte 3 sur 3',
  ])
  await owner.post('/api/desk/ladder/rehearsal/confirm', {})
  await desk.clock.advance(120 * second)
  expect(await isRehearsing()).toBe(false)
  const withdrawn = alerts.pushService.received.slice(4)
  expect(withdrawn.map(({ phone, message }) => `${phone} ${message.kind} ${message.body}`).toSorted()).toEqual([
    'duty withdrawn Confirmed',
    'owner withdrawn Confirmé',
  ])
  const { body } = await read(desk.ask('/api/desk/alerts'))
  expect(body).toMatchObject({
    data: [3, 2, 1].map((step) => ({
      step,
      is_rehearsal: true,
      ended: { how: 'confirmed', by: { person: 'Omar', tablet: 'Phone' } },
    })),
  })
  expect((await rehearse()).status).toBe(200)
})
