import { expect, test } from 'vitest'
import { codeOf, createTestDesk, read } from '#testing/desk.ts'

const open = () => createTestDesk({ config: { timeZone: 'Asia/Baghdad' } })

test('saves what a manager sets, and keeps the rest', async () => {
  const desk = open()
  const first = { weekdays: [5, 1], from: '08:00', to: '24:00', max_total: '50000', when: 'now', other: 1 }
  const saved = {
    enabled: false,
    when: 'now',
    weekdays: [1, 5],
    from: '08:00',
    to: '00:00',
    time_zone: 'Asia/Baghdad',
    max_total: 50_000,
    max_pieces: null,
    max_open: null,
    requires_catalog: true,
    requires_presence: true,
  }
  expect(await read(desk.post('/api/desk/rules', { auto_accept: first }, 'PUT'))).toEqual({
    http: 200,
    body: { auto_accept: saved },
  })
  await desk.post('/api/desk/rules', { auto_accept: { max_open: 5 } }, 'PUT')
  expect(await read(desk.ask('/api/desk/rules'))).toEqual({
    http: 200,
    body: { auto_accept: { ...saved, max_open: 5 } },
  })
})

test.each([
  [{ weekdays: [0, 7, 1] }, { weekdays: [1, 7] }],
  [{ weekdays: ['Sunday', 'mon', 'Thurs'] }, { weekdays: [1, 4, 7] }],
  [
    { from: null, to: '٢٣:٣٠' },
    { from: '00:00', to: '23:30' },
  ],
  [
    { max_total: '1500.5', max_pieces: '10' },
    { max_total: 1500.5, max_pieces: 10 },
  ],
  [
    { max_total: null, max_open: 10_000 },
    { max_total: null, max_open: 10_000 },
  ],
  [{ time_zone: 'Europe/Paris' }, { time_zone: 'Europe/Paris' }],
])('reads %j', async (given, saved) => {
  expect(await read(open().post('/api/desk/rules', { auto_accept: given }, 'PUT'))).toMatchObject({
    http: 200,
    body: { auto_accept: saved },
  })
})

test.each([
  ['enabled', 'yes'],
  ['when', 'later'],
  ['weekdays', []],
  ['weekdays', [8]],
  ['weekdays', [1.5]],
  ['weekdays', ['m']],
  ['weekdays', 'monday'],
  ['from', '8:00'],
  ['to', '24:01'],
  ['max_total', 0],
  ['max_total', -1],
  ['max_total', '1e400'],
  ['max_total', true],
  ['max_pieces', 1.5],
  ['max_pieces', 0],
  ['max_open', 10_001],
  ['max_open', []],
  ['requires_catalog', null],
  ['time_zone', 'Mars/Olympus'],
])('refuses %s %j, and says so', async (name, value) => {
  const desk = open()
  const refused = await read(desk.post('/api/desk/rules', { auto_accept: { [name]: value } }, 'PUT'))
  expect(refused).toMatchObject({ http: 422, body: { code: 'bad_rule' } })
  expect((refused.body as { message: string }).message).toContain(name)
  expect(await codeOf(desk.post('/api/desk/rules/rehearsal', { auto_accept: { [name]: value } }))).toBe('422 bad_rule')
})

test('is for managers, except the end of it, which is for all who are signed in', async () => {
  const desk = open()
  const omar = await desk.admit('Kitchen', 'Omar')
  expect(await codeOf(omar.ask('/api/desk/rules'))).toBe('403 manager_required')
  expect(await codeOf(omar.post('/api/desk/rules', { auto_accept: {} }, 'PUT'))).toBe('403 manager_required')
  expect(await codeOf(omar.post('/api/desk/rules/rehearsal', { auto_accept: {} }))).toBe('403 manager_required')
  await desk.post('/api/desk/rules', { auto_accept: { enabled: true } }, 'PUT')
  expect(await read(omar.post('/api/desk/rules/stop'))).toMatchObject({
    http: 200,
    body: { auto_accept: { enabled: false } },
  })
  const tablet = createTestDesk({ who: 'tablet' })
  expect(await codeOf(tablet.post('/api/desk/rules/stop'))).toBe('403 sign_in_required')
  expect(await codeOf(createTestDesk({ who: 'stranger' }).ask('/api/desk/rules'))).toBe('401 not_enrolled')
})

test('needs a body with the rule', async () => {
  expect(await codeOf(open().post('/api/desk/rules', { enabled: true }, 'PUT'))).toBe('422 bad_rule')
})

test.each([[undefined], [{}]])('rehearses the saved rule without one in the body (%o)', async (body) => {
  const desk = open()
  const answer = await desk.during(1000, desk.post('/api/desk/rules/rehearsal', body))
  expect([answer.status, await answer.json()]).toMatchObject([200, { data: [] }])
})
