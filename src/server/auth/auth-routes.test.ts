import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { people } from '#contract/desk/people.ts'
import { getSession, type Mode } from '#contract/desk/session.ts'
import { answer, answerFailure, HttpError } from '#server/http/http-error.ts'
import type { Sender } from '#server/http/request-context.ts'
import type { At, Guarded } from '#server/http/guard.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk } from '#testing/desk.ts'
import { createCookieJar, type CookieJar } from './cookies.ts'
import { createSha256, type Pins } from '#server/runtime/credentials.ts'
import { createGate, whoActs } from './require-sign-in.ts'
import { addPracticePeople, isOnThisMachine, openPins } from './staff.ts'
import { peopleRoutes } from './auth-routes.ts'
import { triesOfPerson } from '#server/storage/tries.ts'
import { createSessions } from './session.ts'

interface Wish {
  readonly jar?: CookieJar
  readonly body?: unknown
  readonly sender?: Partial<Sender>
  readonly headers?: Record<string, string>
}

interface ChangeRecords {
  readonly status: number
  readonly body: unknown
  readonly cookies: readonly string[]
  readonly headers: Headers
}

/** A server with two people: Sara, who is a manager, and Omar. */
async function createTestHouse(mode: Mode = 'live') {
  const store = createMemoryStore()
  const clock = createTestClock()
  const sha256 = createSha256(crypto.subtle)
  let meanwhile = async () => {}
  const pins: Pins = {
    ...openPins,
    async verify(pin, hash) {
      await meanwhile()
      return openPins.verify(pin, hash)
    },
  }
  const duringCheck = (work: () => Promise<void>): void => void (meanwhile = work)
  const deps = { store, clock, randomBytes, sha256, pins }
  await addPracticePeople(store, randomBytes)
  const sessions = createSessions({ ...deps, isSecure: false, mode })
  const gate = createGate(sessions)
  const app = new Hono<Guarded>()
  let sender: Sender
  app.use(async (c, next) => {
    c.set('sender', sender)
    await next()
  })
  const at: At = (path, methods) => {
    for (const [method, handlers] of Object.entries(methods)) app.on([method], [path], ...handlers)
    app.all(path, () => answerFailure(new HttpError(405, 'method_not_allowed', 'No.')))
  }
  peopleRoutes(at, {
    ...deps,
    sessions,
    gate,
    presence: { states: () => new Map() },
    deadlines: { main: () => ({ low: 300 }) },
    config: { mode, publicOrigin: 'https://desk.test' },
  })
  at('/read', { GET: [gate.enrolledOnly, () => answer(200, {})] })
  at('/fail', {
    GET: [
      gate.enrolledOnly,
      () => {
        throw new HttpError(404, 'order_not_found', 'No.')
      },
    ],
  })
  at('/act', { GET: [gate.signedInOnly, (c) => answer(200, whoActs(c))] })
  at('/open', { GET: [(c) => answer(200, whoActs(c))] })
  app.onError((error) => {
    if (error instanceof HttpError) return answerFailure(error)
    throw error
  })

  async function ask(method: string, path: string, { jar, body, headers, ...wish }: Wish = {}): Promise<ChangeRecords> {
    const keepCookie = jar && { keepCookie: jar.keep }
    sender = { host: 'desk.test', isSameOrigin: true, cookie: jar?.header(), ...keepCookie, ...wish.sender }
    const init = {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }
    const response = await app.fetch(new Request(`http://desk.test${path}`, init))
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      cookies: response.headers.getSetCookie(),
      headers: response.headers,
    }
  }

  /** Pairs a tablet, and signs a person in on it. */
  const enter = async (tablet: string, person?: string) => createCookieJar(await sessions.admit(tablet, person))
  return { ask, enter, store, clock, sessions, sha256, duringCheck }
}

const session = getSession.path
const enrolment = people.enrol.path
const devices = people.tablets.path
const staff = people.staff.path
const codes = people.makeCode.path

test('gives a stranger the mode and nulls', async () => {
  const { ask } = await createTestHouse()
  const { status, body, cookies, headers } = await ask('GET', session)
  expect(status).toBe(200)
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(cookies).toEqual([])
  expect(body).toEqual({
    device: null,
    staff: null,
    staff_names: [],
    mode: 'live',
    server_time: '2026-11-20T12:00:00.000Z',
    response_window_seconds: 300,
  })
})

test('pairs a tablet by its code, signs a person in, lets them act, and signs them out', async () => {
  const { ask, sessions } = await createTestHouse()
  const jar = createCookieJar()
  const { code } = await sessions.createEnrolmentCode()
  const enrolled = await ask('POST', enrolment, { jar, body: { code, device_name: 'Counter' } })
  const device = { id: expect.any(String), name: 'Counter' }
  expect(enrolled).toMatchObject({ status: 200, body: { data: { device } } })
  expect((await ask('GET', '/read', { jar })).status).toBe(200)
  expect((await ask('GET', session, { jar })).body).toMatchObject({
    device,
    staff: null,
    staff_names: ['Omar', 'Sara'],
  })

  const signedIn = await ask('POST', session, { jar, body: { name: 'sara', pin: '١٢٣٤' } })
  const person = { id: expect.any(String), name: 'Sara' }
  expect(signedIn).toMatchObject({ status: 200, body: { device, mode: 'live' } })
  expect((signedIn.body as { staff: unknown }).staff).toEqual(person)
  expect((await ask('GET', '/act', { jar })).body).toEqual({ person: 'Sara', tablet: 'Counter' })

  const signedOut = await ask('DELETE', session, { jar })
  expect(signedOut).toMatchObject({ status: 200, body: { device, staff: null } })
  expect(jar.header()).not.toContain('desk_person')
  expect(await ask('GET', '/act', { jar })).toMatchObject({ status: 403, body: { code: 'sign_in_required' } })
  expect((await ask('GET', '/read', { jar })).status).toBe(200)
})

test.each([
  ['GET', '/read'],
  ['GET', '/act'],
  ['POST', session],
  ['GET', devices],
  ['DELETE', `${devices}/x`],
  ['POST', codes],
  ['GET', staff],
  ['POST', staff],
  ['DELETE', `${staff}/x`],
  ['PUT', `${staff}/x/pin`],
])('%s %s by a stranger is 401, and clears an invalid cookie', async (method, path) => {
  const { ask } = await createTestHouse()
  expect(await ask(method, path)).toMatchObject({ status: 401, body: { code: 'not_enrolled' }, cookies: [] })
  const token = 'x'.repeat(43)
  for (const cookie of [token, 'garbage', '%00', '', `${token}; desk_device=${token}`]) {
    const answered = await ask(method, path, { sender: { cookie: `desk_device=${cookie}` } })
    expect(answered.status, cookie).toBe(401)
    expect(answered.cookies, cookie).toEqual(['desk_device=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict'])
  }
  const jar = createCookieJar([`desk_device=${token}`])
  await ask(method, path, { jar })
  expect(jar.header()).toBeUndefined()
})

test.each([
  ['GET', '/act'],
  ['GET', devices],
  ['DELETE', `${devices}/x`],
  ['POST', codes],
  ['GET', staff],
  ['POST', staff],
  ['DELETE', `${staff}/x`],
  ['PUT', `${staff}/x/pin`],
])('%s %s on a tablet without a person is 403', async (method, path) => {
  const { ask, enter } = await createTestHouse()
  const answered = await ask(method, path, { jar: await enter('Counter') })
  expect(answered).toMatchObject({ status: 403, body: { code: 'sign_in_required' } })
})

test.each([
  ['DELETE', `${devices}/x`],
  ['POST', codes],
  ['POST', staff],
  ['DELETE', `${staff}/x`],
  ['PUT', `${staff}/x/pin`],
])('%s %s requires a manager', async (method, path) => {
  const { ask, enter, store } = await createTestHouse()
  const answered = await ask(method, path, { jar: await enter('Counter', 'Omar') })
  expect(answered).toMatchObject({ status: 403, body: { code: 'manager_required' } })
  expect(await store.people()).toHaveLength(2)
})

test('lets nobody act on a route without a gate', async () => {
  const { ask, enter } = await createTestHouse()
  expect((await ask('GET', '/open', { jar: await enter('Counter', 'Sara') })).status).toBe(401)
})

test('lets a manager add and remove people, and puts no PIN into an answer', async () => {
  const { ask, enter } = await createTestHouse()
  const jar = await enter('Counter', 'Sara')
  const added = await ask('POST', staff, { jar, body: { name: ' Lina ', pin: '۹۹۹۹', is_manager: true } })
  const lina = { id: expect.any(String), name: 'Lina', is_manager: true }
  expect(added.status).toBe(200)
  expect(added.body).toEqual({ data: lina })
  const omar = { id: expect.any(String), name: 'Omar', is_manager: false }
  const sara = { id: expect.any(String), name: 'Sara', is_manager: true }
  expect((await ask('GET', staff, { jar })).body).toEqual({ data: [lina, omar, sara] })

  const linas = await enter('Kitchen')
  expect((await ask('POST', session, { jar: linas, body: { name: 'Lina', pin: '9999' } })).status).toBe(200)
  const { id } = (added.body as { data: { id: string } }).data
  expect(await ask('DELETE', `${staff}/${id}`, { jar })).toMatchObject({ status: 200, body: { data: { id } } })
  expect(await ask('GET', '/act', { jar: linas })).toMatchObject({ status: 403, body: { code: 'sign_in_required' } })
  expect(await ask('DELETE', `${staff}/${id}`, { jar })).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test.each([
  [{}, 422, 'bad_name'],
  [{ name: 'Lina' }, 422, 'bad_pin'],
  [{ name: 5, pin: '1234' }, 422, 'bad_name'],
  [{ name: ' ', pin: '1234' }, 422, 'bad_name'],
  [{ name: 'x'.repeat(61), pin: '1234' }, 422, 'bad_name'],
  [{ name: 'Lina', pin: 1234 }, 422, 'bad_pin'],
  [{ name: 'Lina', pin: ['1234'] }, 422, 'bad_pin'],
  [{ name: 'Lina', pin: '123' }, 422, 'bad_pin'],
  [{ name: 'OMAR', pin: '1234' }, 409, 'name_taken'],
])('refuses the new person %j', async (body, status, code) => {
  const { ask, enter } = await createTestHouse()
  expect(await ask('POST', staff, { jar: await enter('Counter', 'Sara'), body })).toMatchObject({
    status,
    body: { code },
  })
})

test('signs a person out everywhere when a manager changes their PIN, and refuses the old one', async () => {
  const { ask, enter, store } = await createTestHouse()
  const jar = await enter('Counter', 'Sara')
  const [kitchen, window] = [await enter('Kitchen', 'Omar'), await enter('Window', 'Omar')]
  const [{ id } = { id: '' }] = await store.people()
  const omar = { id, name: 'Omar', is_manager: false }
  expect(await ask('PUT', `${staff}/${id}/pin`, { jar, body: { pin: '٨٨٨٨' } })).toMatchObject({
    status: 200,
    body: { data: omar },
  })
  for (const left of [kitchen, window]) {
    expect(await ask('GET', '/act', { jar: left })).toMatchObject({ status: 403, body: { code: 'sign_in_required' } })
  }
  expect((await ask('GET', '/act', { jar })).body).toEqual({ person: 'Sara', tablet: 'Counter' })
  const signIn = async (pin: string) => ask('POST', session, { jar: kitchen, body: { name: 'Omar', pin } })
  expect(await signIn('5678')).toMatchObject({ status: 401, body: { code: 'bad_credentials' } })
  expect((await signIn('8888')).status).toBe(200)
  expect((await ask('GET', '/act', { jar: kitchen })).body).toEqual({ person: 'Omar', tablet: 'Kitchen' })
})

test('lets everybody change their own PIN and stay signed in, and no other PIN', async () => {
  const { ask, enter, store } = await createTestHouse()
  const [counter, kitchen] = [await enter('Counter', 'Omar'), await enter('Kitchen', 'Omar')]
  const [omar, sara] = await store.people()
  const change = (id = '', old = '5678') =>
    ask('PUT', `${staff}/${id}/pin`, { jar: counter, body: { pin: '8888', old_pin: old } })
  expect(await change(sara?.id)).toMatchObject({ status: 403, body: { code: 'manager_required' } })
  expect(await store.people()).toEqual([omar, sara])
  expect((await change(omar?.id)).status).toBe(200)
  expect((await ask('GET', '/act', { jar: counter })).body).toEqual({ person: 'Omar', tablet: 'Counter' })
  expect(await ask('GET', '/act', { jar: kitchen })).toMatchObject({ status: 403, body: { code: 'sign_in_required' } })
})

test('requires the old PIN, in case another person picked up the tablet', async () => {
  for (const who of ['Omar', 'Sara']) {
    const { ask, enter, store } = await createTestHouse()
    const jar = await enter('Counter', who)
    const before = await store.people()
    const own = `${staff}/${before.find(({ name }) => name === who)?.id}/pin`
    const change = async (body: unknown) => ask('PUT', own, { jar, body })
    for (const body of [{}, { old_pin: '0000' }, { old_pin: 'x' }]) {
      const refused = await change({ pin: '8888', ...body })
      expect(refused).toMatchObject({ status: 422, body: { code: 'wrong_pin' } })
    }
    for (let tried = 0; tried < 2; tried += 1) await change({ pin: '8888', old_pin: '0000' })
    expect(await change({ pin: '8888', old_pin: '0000' })).toMatchObject({
      status: 429,
      body: { code: 'too_many_tries' },
    })
    expect(await store.people()).toEqual(before)
    expect((await ask('GET', '/act', { jar })).status).toBe(200)
  }
})

test('forgets wrong guesses after a PIN change', async () => {
  const { ask, enter, store, clock } = await createTestHouse()
  const [jar, kitchen] = [await enter('Counter', 'Sara'), await enter('Kitchen')]
  const [{ id } = { id: '' }] = await store.people()
  const signIn = async (typed: string) => ask('POST', session, { jar: kitchen, body: { name: 'Omar', pin: typed } })
  const guessed = { subject: triesOfPerson(id), most: 100, withinMs: 24 * 3_600_000, waitsMs: [] }
  for (let tried = 0; tried < 100; tried += 1) await store.beginTry([guessed], clock.now())
  expect(await signIn('5678')).toMatchObject({ status: 429, body: { data: { whose: 'person' } } })
  expect((await ask('PUT', `${staff}/${id}/pin`, { jar, body: { pin: '8888' } })).status).toBe(200)
  expect((await signIn('8888')).status).toBe(200)
})

test.each([{}, { pin: 8888 }, { pin: '888' }, { pin: '8'.repeat(13) }, { pin: ['8888'] }])(
  'refuses the new PIN %j, and signs nobody out',
  async (body) => {
    const { ask, enter, store } = await createTestHouse()
    const [jar, kitchen] = [await enter('Counter', 'Sara'), await enter('Kitchen', 'Omar')]
    const before = await store.people()
    const refused = await ask('PUT', `${staff}/${before[0]?.id}/pin`, { jar, body })
    expect(refused).toMatchObject({ status: 422, body: { code: 'bad_pin' } })
    expect(await store.people()).toEqual(before)
    expect((await ask('GET', '/act', { jar: kitchen })).status).toBe(200)
  },
)

test('refuses a new PIN for an unknown person', async () => {
  const { ask, enter, store } = await createTestHouse()
  const jar = await enter('Counter', 'Sara')
  const refused = await ask('PUT', `${staff}/x/pin`, { jar, body: { pin: '8888' } })
  expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await store.readLog({ limit: 9 })).entries).toEqual([])
})

test('refuses a sign-in with the old PIN that was under way during the change', async () => {
  const { ask, enter, store, duringCheck } = await createTestHouse()
  const [jar, kitchen] = [await enter('Counter', 'Sara'), await enter('Kitchen')]
  const [{ id } = { id: '' }] = await store.people()
  duringCheck(async () => {
    expect((await ask('PUT', `${staff}/${id}/pin`, { jar, body: { pin: '8888' } })).status).toBe(200)
  })
  const told = await ask('POST', session, { jar: kitchen, body: { name: 'Omar', pin: '5678' } })
  expect(told).toMatchObject({ status: 401, body: { code: 'bad_credentials' } })
  expect(await ask('GET', '/act', { jar: kitchen })).toMatchObject({ status: 403, body: { code: 'sign_in_required' } })
})

test('lists the tablets to a manager, and removes one', async () => {
  const { ask, enter, clock } = await createTestHouse()
  const jar = await enter('Counter', 'Sara')
  await clock.advance(60_000)
  const other = await enter('Kitchen', 'Omar')
  const { body } = await ask('GET', devices, { jar })
  const counter = {
    id: expect.any(String),
    name: 'Counter',
    enrolled_at: '2026-11-20T12:00:00.000Z',
    is_this: true,
    ends_at: '2026-12-20T12:01:00.000Z',
  }
  const kitchen = { id: expect.any(String), name: 'Kitchen', enrolled_at: '2026-11-20T12:01:00.000Z', is_this: false }
  expect(body).toMatchObject({ data: [counter, kitchen] })
  const [{ id } = { id: '' }] = (body as { data: { id: string }[] }).data.slice(1)
  expect(await ask('DELETE', `${devices}/${id}`, { jar })).toMatchObject({ status: 200, body: { data: { id } } })
  const refused = await ask('GET', '/read', { jar: other })
  expect(refused).toMatchObject({ status: 401, body: { code: 'not_enrolled' } })
  expect(other.header()).toBeUndefined()
  expect(await ask('DELETE', `${devices}/${id}`, { jar })).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('refuses a sign-in on a tablet that `desk` just removed, although it may read a moment longer', async () => {
  const { ask, enter, store } = await createTestHouse()
  const jar = await enter('Counter')
  expect((await ask('GET', '/read', { jar })).status).toBe(200)
  for (const { id } of await store.devices()) await store.removeDevice(id)
  expect((await ask('GET', '/read', { jar })).status).toBe(200)
  const signedIn = await ask('POST', session, { jar, body: { name: 'Sara', pin: '1234' } })
  expect(signedIn).toMatchObject({ status: 401, body: { code: 'not_enrolled' } })
  expect((await ask('GET', '/read', { jar })).status).toBe(401)
})

test('lets a manager create a code, which pairs one tablet at the public address', async () => {
  const { ask, enter } = await createTestHouse()
  const made = await ask('POST', codes, { jar: await enter('Counter', 'Sara') })
  expect(made.status).toBe(200)
  const { code, url, expires_at: expiresAt } = (made.body as { data: Record<string, string> }).data
  expect(code).toMatch(/^(?:[2-9A-Z]{4}-){2}[2-9A-Z]{4}$/)
  expect([url, expiresAt]).toEqual([`https://desk.test/enrol#${code}`, '2026-11-20T12:10:00.000Z'])
  const jar = createCookieJar()
  expect((await ask('POST', enrolment, { jar, body: { code, device_name: 'Kitchen' } })).status).toBe(200)
  expect((await ask('GET', '/read', { jar })).status).toBe(200)
  expect((await ask('POST', enrolment, { body: { code, device_name: 'Window' } })).status).toBe(400)
})

test('keeps the last manager, whoever removes them', async () => {
  const { ask, enter, store } = await createTestHouse()
  const jar = await enter('Counter', 'Sara')
  const [omar, sara] = await store.people()
  const refused = await ask('DELETE', `${staff}/${sara?.id}`, { jar })
  expect(refused).toMatchObject({ status: 409, body: { code: 'last_manager' } })
  expect((await ask('GET', '/act', { jar })).status).toBe(200)
  await ask('POST', staff, { jar, body: { name: 'Lina', pin: '9999', is_manager: true } })
  expect((await ask('DELETE', `${staff}/${sara?.id}`, { jar })).status).toBe(200)
  expect((await store.people()).map(({ name }) => name)).toEqual(['Lina', omar?.name])
})

test('accepts a code again after the store failed during the first use', async () => {
  const kept = createMemoryStore()
  let isAway = true
  const enrolDevice: Store['enrolDevice'] = async (...given) => {
    if (isAway) throw new StoreUnavailable('Away.')
    return kept.enrolDevice(...given)
  }
  const desk = createTestDesk({ store: { ...kept, enrolDevice } })
  const made = await desk.ask('/api/desk/enrolment-codes', { method: 'POST' })
  const { code } = ((await made.json()) as { data: { code: string } }).data
  const enrol = async () => (await desk.post('/api/desk/enrolment', { code, device_name: 'Till' })).status
  expect(await enrol()).toBe(503)
  isAway = false
  expect([await enrol(), await enrol()]).toEqual([200, 400])
})

test('lets a manager rename a tablet, without changing earlier log rows', async () => {
  const { ask, enter, store } = await createTestHouse()
  const jar = await enter('Counter', 'Sara')
  const kitchen = await enter('Kitchen', 'Omar')
  const at = async (name: string) => `${devices}/${(await store.devices()).find((each) => each.name === name)?.id}`
  const rename = async (path: string, body: unknown, by = jar) => ask('PUT', `${path}/name`, { jar: by, body })
  expect(await rename(await at('Kitchen'), { name: 'Bar' }, kitchen)).toMatchObject({
    status: 403,
    body: { code: 'manager_required' },
  })
  for (const body of [{ name: ' ' }, { name: 7 }, {}, { name: 'x'.repeat(61) }])
    expect(await rename(await at('Kitchen'), body)).toMatchObject({ status: 422, body: { code: 'bad_name' } })
  expect(await rename(`${devices}/x`, { name: 'Bar' })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const { length } = (await store.readLog({ limit: 20 })).entries
  expect(await rename(await at('Kitchen'), { name: ' Bar\u202E ' })).toMatchObject({
    status: 200,
    body: { data: { name: 'Bar' } },
  })
  expect(await rename(await at('Bar'), { name: 'Bar' })).toMatchObject({ status: 200 })
  expect((await ask('GET', session, { jar: kitchen })).body).toMatchObject({ device: { name: 'Bar' } })
  const { entries } = await store.readLog({ limit: 20 })
  expect(entries.slice(0, entries.length - length)).toMatchObject([
    { what: 'rename tablet', outcome: 'done', about: 'Kitchen → Bar', by: { person: 'Sara', tablet: 'Counter' } },
  ])
})

test('signs people out of a tablet that becomes a display, where nobody would see who is signed in', async () => {
  const { ask, enter, store } = await createTestHouse()
  const jar = await enter('Counter', 'Sara')
  const kitchen = await enter('Kitchen', 'Omar')
  const id = (await store.devices()).find(({ name }) => name === 'Kitchen')?.id ?? ''
  const sessionAfter = async (role: string) => {
    await ask('PATCH', `${devices}/${id}`, { jar, body: { role } })
    return (await ask('GET', session, { jar: kitchen })).body
  }
  expect(await sessionAfter('station')).toMatchObject({ staff: { name: 'Omar' } })
  expect(await sessionAfter('counter')).toMatchObject({ staff: { name: 'Omar' } })
  expect(await sessionAfter('display')).toMatchObject({ staff: null })
  expect(await sessionAfter('counter')).toMatchObject({ staff: null })
  expect((await ask('GET', session, { jar })).body).toMatchObject({ staff: { name: 'Sara' } })
})

test('lets a manager change what a tablet is for, at once, and logs it', async () => {
  const { ask, enter, store } = await createTestHouse()
  const jar = await enter('Counter', 'Sara')
  const kitchen = await enter('Kitchen', 'Omar')
  const id = (await store.devices()).find(({ name }) => name === 'Kitchen')?.id ?? ''
  const change = async (body: unknown, by = jar, of = id) => ask('PATCH', `${devices}/${of}`, { jar: by, body })
  expect(await change({ role: 'station' }, kitchen)).toMatchObject({ status: 403, body: { code: 'manager_required' } })
  for (const role of ['kiosk', null, 7, ''])
    expect(await change({ role })).toMatchObject({ status: 422, body: { code: 'bad_role' } })
  for (const category_ids of [[], '7', [7], [''], {}, [null]])
    expect(await change({ category_ids })).toMatchObject({ status: 422, body: { code: 'bad_categories' } })
  expect(await change({ role: 'station' }, jar, 'x')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const { length } = (await store.readLog({ limit: 20 })).entries

  expect((await ask('GET', session, { jar: kitchen })).body).toMatchObject({ device: { role: 'counter' } })
  expect(await change({ role: 'station' })).toMatchObject({
    status: 200,
    body: { data: { id, role: 'station', category_ids: null } },
  })
  expect((await ask('GET', '/read', { jar: kitchen })).body).toMatchObject({ code: 'role_forbidden' })
  expect((await change({ category_ids: ['7', '8', '7'] })).body).toEqual({
    data: { id, role: 'station', category_ids: ['7', '8'] },
  })
  expect((await change({})).body).toEqual({ data: { id, role: 'station', category_ids: ['7', '8'] } })
  expect((await ask('GET', session, { jar: kitchen })).body).toMatchObject({
    device: { role: 'station', category_ids: ['7', '8'], covered_ids: ['7', '8'] },
    staff: { name: 'Omar' },
    staff_names: ['Omar', 'Sara'],
  })
  expect((await ask('GET', devices, { jar })).body).toMatchObject({
    data: expect.arrayContaining([
      expect.objectContaining({ name: 'Counter', role: 'counter', category_ids: null }),
      expect.objectContaining({ name: 'Kitchen', role: 'station', category_ids: ['7', '8'] }),
    ]),
  })
  await change({ role: 'display' })
  expect((await ask('GET', session, { jar: kitchen })).body).toMatchObject({
    device: { role: 'display' },
    staff: null,
    staff_names: [],
  })
  const { entries } = await store.readLog({ limit: 20 })
  const logged = { what: 'change tablet', outcome: 'done', about: 'Kitchen', by: { person: 'Sara', tablet: 'Counter' } }
  expect(entries.slice(0, entries.length - length)).toMatchObject([
    { ...logged, sent: { role: 'display' } },
    { ...logged, sent: { categories: 2 } },
    { ...logged, sent: { role: 'station' } },
  ])
})

test('tells a station what all stations cover together, unless one shows all lines', async () => {
  const { ask, sessions, store } = await createTestHouse()
  const jar = createCookieJar(await sessions.admit('Grill', undefined, 'station'))
  const covered = async () => (await ask('GET', session, { jar })).body
  await sessions.admit('Bar', undefined, 'station')
  await sessions.admit('Wall', undefined, 'display')
  const tablets = await store.devices()
  const [grill, bar, wall] = ['Grill', 'Bar', 'Wall'].map((name) => tablets.find((each) => each.name === name))
  await store.changeDevice(wall?.id ?? '', { categoryIds: ['9'] })
  await store.changeDevice(grill?.id ?? '', { categoryIds: ['7', '8'] })
  expect(await covered()).toMatchObject({ device: { category_ids: ['7', '8'], covered_ids: null } })
  await store.changeDevice(bar?.id ?? '', { categoryIds: ['8', '10'] })
  expect(await covered()).toMatchObject({ device: { covered_ids: ['10', '7', '8'] } })
})

test('pairs a tablet with the role of its code', async () => {
  const { ask, enter } = await createTestHouse()
  const jar = await enter('Counter', 'Sara')
  for (const role of ['counter', 'station', 'display', undefined]) {
    const made = await ask('POST', codes, { jar, body: { role } })
    const { code } = (made.body as { data: { code: string } }).data
    const tablet = createCookieJar()
    await ask('POST', enrolment, { jar: tablet, body: { code, device_name: 'New' } })
    expect((await ask('GET', session, { jar: tablet })).body).toMatchObject({ device: { role: role ?? 'counter' } })
  }
  expect(await ask('POST', codes, { jar, body: { role: 'kiosk' } })).toMatchObject({
    status: 422,
    body: { code: 'bad_role' },
  })
})

test('gives a tablet with a taken name another one, in the answer and in the log', async () => {
  const { ask, enter, store } = await createTestHouse()
  const jar = await enter('Counter', 'Sara')
  const letIn = async (name: string) => {
    const { body } = await ask('POST', codes, { jar })
    const { code } = (body as { data: { code: string } }).data
    return ask('POST', enrolment, { body: { code, device_name: name } })
  }
  expect((await letIn('Kitchen')).body).toMatchObject({ data: { device: { name: 'Kitchen' } } })
  expect((await letIn('KITCHEN')).body).toMatchObject({ data: { device: { name: 'KITCHEN 2' } } })
  const { entries } = await store.readLog({ limit: 20 })
  expect(entries.filter(({ what }) => what === 'let in').map(({ about }) => about)).toEqual(['KITCHEN 2', 'Kitchen'])
})

test('logs pairing, removal, new people, PIN changes, sign-ins and failed ones', async () => {
  const { ask, enter, store, clock } = await createTestHouse()
  const jar = await enter('Counter', 'Sara')
  const { body } = await ask('POST', codes, { jar })
  const { code } = (body as { data: { code: string } }).data
  const kitchen = createCookieJar()
  await ask('POST', enrolment, { jar: kitchen, body: { code, device_name: 'Kitchen' } })
  for (const [name, pin] of [
    ['Omar', '0000'],
    ['1234', '1234'],
    ['Omar', '5678'],
  ]) {
    await ask('POST', session, { jar: kitchen, body: { name, pin } })
  }
  const added = await ask('POST', staff, { jar, body: { name: 'Lina', pin: '9999' } })
  const lina = `${staff}/${(added.body as { data: { id: string } }).data.id}`
  await ask('PUT', `${lina}/pin`, { jar, body: { pin: '8888' } })
  await ask('DELETE', lina, { jar })
  const other = (await store.devices()).find(({ name }) => name === 'Kitchen')
  await ask('DELETE', `${devices}/${other?.id}`, { jar })
  for (const path of [`${devices}/x`, `${staff}/x`]) await ask('DELETE', path, { jar })

  const sara = { person: 'Sara', tablet: 'Counter' }
  const at = (person: string) => ({ person, tablet: 'Kitchen' })
  const { entries } = await store.readLog({ limit: 20 })
  expect(entries.map(({ what, outcome, about, by }) => [what, outcome, about, by]).toReversed()).toEqual([
    ['make code', 'done', undefined, sara],
    ['let in', 'done', 'Kitchen', null],
    ['sign in', 'failed', undefined, at('Omar')],
    ['sign in', 'failed', undefined, at('?')],
    ['sign in', 'done', undefined, at('Omar')],
    ['add person', 'done', 'Lina', sara],
    ['new pin', 'done', 'Lina', sara],
    ['remove person', 'done', 'Lina', sara],
    ['cut off', 'done', 'Kitchen', sara],
  ])
  expect(entries.every(({ at: when, orderId }) => when === clock.now() && orderId === null)).toBe(true)
  expect(JSON.stringify(entries.map((entry) => ({ ...entry, at: 0 })))).not.toMatch(
    new RegExp(`0000|1234|5678|8888|9999|${code}`),
  )
})

test('tells a guesser how long to wait, while the tablet goes on reading', async () => {
  const { ask, enter, clock } = await createTestHouse()
  const jar = await enter('Counter')
  const guess = (pin: string) => ask('POST', session, { jar, body: { name: 'Sara', pin } })
  for (let tried = 0; tried < 3; tried += 1) expect((await guess('0000')).status).toBe(401)
  const refused = await guess('1234')
  const data = { whose: 'tablet', until: '2026-11-20T12:00:02.000Z' }
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_tries', data }, cookies: [] })
  expect(refused.headers.get('Retry-After')).toBe('2')
  expect((await ask('GET', '/read', { jar })).status).toBe(200)
  await clock.advance(2000)
  expect((await guess('1234')).status).toBe(200)
})

test('counts codes by the sender’s address, whatever a header says', async () => {
  const { ask, sessions } = await createTestHouse()
  const tryCode = async (code: string, peer: string, forged: string) => {
    const headers = { 'X-Forwarded-For': forged, Forwarded: `for=${forged}`, 'X-Real-IP': forged }
    return (await ask('POST', enrolment, { body: { code, device_name: 'Kitchen' }, sender: { peer }, headers })).status
  }
  for (let tried = 0; tried < 10; tried += 1) {
    expect(await tryCode('AAAA-BBBB-CCCC', '203.0.113.5', `198.51.100.${tried}`)).toBe(400)
  }
  const { code } = await sessions.createEnrolmentCode()
  expect(await tryCode(code, '203.0.113.5', '198.51.100.99')).toBe(429)
  expect(await tryCode(code, '203.0.113.6', '203.0.113.5')).toBe(200)
})

test.each([
  [{}, 400, 'bad_code'],
  [{ code: 'K7QM-3XRD-9TWF', device_name: 'Counter' }, 400, 'bad_code'],
  [{ code: 5, device_name: 'Counter' }, 400, 'bad_code'],
  [{ code: 'K7QM-3XRD-9TWF', device_name: '' }, 422, 'bad_name'],
  [{ code: 'K7QM-3XRD-9TWF' }, 422, 'bad_name'],
])('refuses the pairing %j', async (body, status, code) => {
  const { ask, store } = await createTestHouse()
  expect(await ask('POST', enrolment, { body })).toMatchObject({ status, body: { code }, cookies: [] })
  expect(await store.devices()).toEqual([])
})

test.each([
  [{ name: 'Sara', pin: '4321' }, 401, 'bad_credentials'],
  [{ name: 'Nobody', pin: '1234' }, 401, 'bad_credentials'],
  [{ name: 'Sara', pin: '' }, 422, 'bad_pin'],
  [{ name: 'Sara', pin: '123' }, 422, 'bad_pin'],
  [{ name: 'Sara', pin: 1234 }, 422, 'bad_pin'],
  [{ name: 'Sara', pin: ['1234'] }, 422, 'bad_pin'],
  [{ name: 'Sara', pin: { $ne: '' } }, 422, 'bad_pin'],
  [{ name: 'Sara' }, 422, 'bad_pin'],
  [{ pin: '1234' }, 422, 'bad_name'],
  [{ name: '', pin: '1234' }, 422, 'bad_name'],
])('refuses the sign-in %j, and keeps the tablet', async (body, status, code) => {
  const { ask, enter } = await createTestHouse()
  const jar = await enter('Counter')
  expect(await ask('POST', session, { jar, body })).toMatchObject({ status, body: { code }, cookies: [] })
  expect((await ask('GET', '/read', { jar })).status).toBe(200)
})

test('checks the request first, then the sender, then the body', async () => {
  const { ask } = await createTestHouse()
  for (const [method, path, badBody] of [
    ['POST', session, 401],
    ['DELETE', session, 200],
    ['POST', enrolment, 400],
    ['DELETE', `${devices}/x`, 401],
    ['POST', codes, 401],
    ['POST', staff, 401],
    ['DELETE', `${staff}/x`, 401],
  ] as const) {
    const answers = async (wish: Wish) => (await ask(method, path, wish)).status
    const large = 'x'.repeat(65_537)
    expect(await answers({ body: large, sender: { isSameOrigin: false } })).toBe(403)
    expect(await answers({ body: large })).toBe(413)
    expect(await answers({ body: 'a=1', headers: { 'Content-Type': 'text/plain' } })).toBe(415)
    expect(await answers({ body: '[]' })).toBe(badBody)
    expect((await ask('PUT', path)).status).toBe(405)
  }
})

test('accepts no id in an address or header as identity', async () => {
  const { ask, enter } = await createTestHouse()
  const token = (await enter('Counter', 'Sara')).header() ?? ''
  expect((await ask('GET', `/read?${token.replace('; ', '&')}`)).status).toBe(401)
  const headers = { Authorization: `Bearer ${token}`, 'X-Session': token, Cookie: token }
  // The cookie counts only through the request context, which has none here.
  expect((await ask('GET', '/read', { headers })).status).toBe(401)
})

test('renews a cookie with every kind of answer', async () => {
  for (const path of ['/read', '/fail', '/act', session]) {
    const { ask, enter, clock } = await createTestHouse()
    const jar = await enter('Counter')
    await clock.advance(24 * 3_600_000)
    expect((await ask('GET', path, { jar })).cookies, path).toEqual([
      expect.stringMatching(/^desk_device=[\w-]{43}; Max-Age=2592000;/),
    ])
    expect((await ask('GET', path, { jar })).cookies, path).toEqual([])
  }
})

test('does not clear the cookie of a sign-in that happened during a request', async () => {
  const { ask, enter } = await createTestHouse()
  const jar = await enter('Counter', 'Sara')
  const before = createCookieJar((jar.header() ?? '').split('; '))
  await ask('POST', session, { jar, body: { name: 'Omar', pin: '5678' } })
  expect((await ask('GET', '/read', { jar: before })).cookies).toEqual([])
  expect((await ask('GET', '/act', { jar })).body).toEqual({ person: 'Omar', tablet: 'Counter' })
})

test('clears a stale sign-in when the session is read', async () => {
  const { ask, enter, clock } = await createTestHouse()
  const jar = await enter('Counter', 'Sara')
  await clock.advance(1_800_000)
  expect((await ask('GET', session, { jar })).body).toMatchObject({ device: { name: 'Counter' }, staff: null })
  expect(jar.header()).not.toContain('desk_person')
})

test('the practice store pairs a browser on its own machine only', async () => {
  const { ask } = await createTestHouse('practice')
  const jar = createCookieJar()
  expect((await ask('GET', session, { jar })).body).toMatchObject({ device: null, mode: 'practice' })
  const here = await ask('GET', session, { jar, sender: { isOnThisMachine: true } })
  expect(here.body).toMatchObject({ device: { name: 'Practice tablet' }, staff_names: ['Omar', 'Sara'] })
  expect((await ask('GET', '/read', { jar })).status).toBe(200)
  expect((await ask('POST', session, { jar, body: { name: 'Sara', pin: '1234' } })).status).toBe(200)
})

test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('treats %s as this machine', (peer) => {
  expect(isOnThisMachine(peer, { host: 'localhost:3000', 'sec-fetch-site': 'same-origin' })).toBe(true)
  for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip']) {
    expect(isOnThisMachine(peer, { [name]: '' }), name).toBe(false)
  }
})

test.each([undefined, '', '10.0.0.1', '192.168.127.0.0.1', '::2', 'fe80::1', '::ffff:10.0.0.1', '127.0.0.1.evil'])(
  'treats %s as another machine',
  (peer) => {
    expect(isOnThisMachine(peer, {})).toBe(false)
  },
)
