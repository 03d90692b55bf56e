import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestSessions } from '#testing/sessions.ts'
import { createCookieJar } from './cookies.ts'
import { openPins } from './staff.ts'

const dayMs = 24 * 3_600_000

test('pairs one tablet by a code, once', async () => {
  const { sessions, store } = createTestSessions()
  const { code } = await sessions.createEnrolmentCode()
  const { who, cookies } = await sessions.enrol(code.toLowerCase().replaceAll('-', ''), '  Counter ')
  expect(who).toEqual({ id: expect.stringMatching(/^[a-z2-9]{10}$/), name: 'Counter' })
  expect(cookies).toEqual([
    expect.stringMatching(/^desk_device=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/),
  ])
  expect((await sessions.identify(createCookieJar(cookies).header())).device).toMatchObject(who)
  await expect(sessions.enrol(code, 'Kitchen')).rejects.toMatchObject({ status: 400, code: 'bad_code' })
  expect(await store.devices()).toHaveLength(1)
})

test('accepts a code for ten minutes', async () => {
  const { sessions, clock } = createTestSessions()
  const [one, other] = [await sessions.createEnrolmentCode(), await sessions.createEnrolmentCode()]
  expect(one.expiresAt).toBe(clock.now() + 600_000)
  await clock.advance(599_999)
  await sessions.enrol(one.code, 'Counter')
  await clock.advance(1)
  await expect(sessions.enrol(other.code, 'Kitchen')).rejects.toMatchObject({ code: 'bad_code' })
})

test('leaves the code valid after a bad name', async () => {
  const { sessions } = createTestSessions()
  const { code } = await sessions.createEnrolmentCode()
  await expect(sessions.enrol(code, ' ')).rejects.toMatchObject({ status: 422, code: 'bad_name' })
  await sessions.enrol(code, 'Counter')
})

test('keeps one tablet, under its new name, after it is paired again', async () => {
  const { sessions, store, tablet } = createTestSessions()
  const { jar } = await tablet('Counter')
  const old = jar.header()
  const { code } = await sessions.createEnrolmentCode()
  const { cookies } = await sessions.enrol(code, 'Window', old)
  cookies.forEach(jar.keep)
  expect((await sessions.identify(jar.header())).device?.name).toBe('Window')
  expect((await sessions.identify(old)).device).toBeNull()
  expect(await store.devices()).toHaveLength(1)
})

test('sets the cookie of a tablet that is paired again although the store then fails', async () => {
  const memory = createMemoryStore()
  const gone: string[] = []
  let isAway = false
  const removeDevice: Store['removeDevice'] = async (...given) => {
    if (isAway) throw new StoreUnavailable('Busy.')
    return memory.removeDevice(...given)
  }
  const enrolDevice: Store['enrolDevice'] = (...given) => memory.enrolDevice(...given).finally(() => (isAway = true))
  const store = { ...memory, removeDevice, enrolDevice }
  const { sessions, add, tablet } = createTestSessions({
    store,
    emit: (event) => 'deviceId' in event && gone.push(event.deviceId),
  })
  await add('Sara', '1234')
  const { jar, device } = await tablet('Counter')
  ;(await sessions.signIn(device, 'Sara', '1234')).cookies.forEach(jar.keep)
  isAway = false
  const old = jar.header()
  const { code } = await sessions.createEnrolmentCode()
  const { cookies } = await sessions.enrol(code, 'Window', old)
  cookies.forEach(jar.keep)
  expect((await sessions.identify(jar.header())).device?.name).toBe('Window')
  expect(await sessions.identify(old)).toMatchObject({ device: null, person: null })
  expect(gone).toEqual([device.id])
  expect(await memory.devices()).toHaveLength(1)
})

test('sets the cookie of a tablet although the store fails to take its try back', async () => {
  const memory = createMemoryStore()
  const takeBackTry = () => Promise.reject(new StoreUnavailable('Away.'))
  const { sessions } = createTestSessions({ store: { ...memory, takeBackTry } })
  const { code } = await sessions.createEnrolmentCode()
  const { who, cookies } = await sessions.enrol(code, 'Counter')
  expect((await sessions.identify(createCookieJar(cookies).header())).device).toMatchObject(who)
})

test('leaves the tablet unchanged after a bad code', async () => {
  const { sessions, tablet } = createTestSessions()
  const { jar, device } = await tablet('Counter')
  const { code } = await sessions.createEnrolmentCode()
  await sessions.enrol(code, 'Kitchen')
  await expect(sessions.enrol(code, 'Window', jar.header())).rejects.toMatchObject({ code: 'bad_code' })
  expect((await sessions.identify(jar.header())).device).toMatchObject(device)
})

test('gives the store no cookie and no code', async () => {
  const memory = createMemoryStore()
  const told: unknown[] = []
  const store = new Proxy<Store>(memory, {
    get:
      (target, name) =>
      (...given: unknown[]) => {
        told.push(given)
        return Reflect.apply(Reflect.get(target, name), target, given)
      },
  })
  const { sessions, add } = createTestSessions({ store })
  await add('Sara', '1234')
  const { code } = await sessions.createEnrolmentCode()
  const { who, cookies } = await sessions.enrol(code, 'Counter')
  const signedIn = await sessions.signIn(who, 'Sara', '1234', cookies[0])
  const secrets = [...cookies, ...signedIn.cookies].map((line) => line.split(/[=;]/)[1] ?? '')
  expect(secrets).toHaveLength(2)
  for (const secret of [...secrets, code, code.replaceAll('-', '')]) {
    expect(JSON.stringify(told)).not.toContain(secret)
  }
})

test('renews the tablet’s cookie with use, once a day at most', async () => {
  const { sessions, clock, tablet } = createTestSessions()
  const { jar, cookies } = await tablet()
  const fresh = async () => (await sessions.identify(jar.header())).freshCookies
  expect(await fresh()).toEqual([])
  await clock.advance(dayMs - 1)
  expect(await fresh()).toEqual([])
  await clock.advance(1)
  expect(await fresh()).toEqual(cookies)
  expect(await fresh()).toEqual([])
})

test('keeps a used tablet paired, and ends the pairing of one that was away for over 30 days', async () => {
  const { sessions, clock, tablet } = createTestSessions()
  const { jar, device } = await tablet()
  for (let day = 0; day < 100; day += 10) {
    await clock.advance(10 * dayMs)
    expect((await sessions.identify(jar.header())).device).toMatchObject(device)
  }
  await clock.advance(30 * dayMs + 1)
  expect((await sessions.identify(jar.header())).device).toBeNull()
})

test('keeps cookies and sign-ins after a start with a clock 31 days ahead', async () => {
  const before = createTestSessions()
  await before.add('Sara', '1234')
  const { jar, device } = await before.tablet()
  ;(await before.sessions.signIn(device, 'Sara', '1234')).cookies.forEach(jar.keep)
  const { sessions, clock } = createTestSessions({
    store: before.store,
    clock: createTestClock(before.clock.now() + 31 * dayMs),
  })
  for (const look of [sessions.identify, sessions.recognize]) {
    const { device: seen, clearCookies, freshCookies } = await look(jar.header())
    expect(seen).toBeNull()
    ;[...clearCookies, ...freshCookies].forEach(jar.keep)
  }
  clock.set(-31 * dayMs)
  await clock.advance(2 * 60_000)
  expect(await sessions.identify(jar.header())).toMatchObject({ device, person: { name: 'Sara' } })
})

test('keeps one tablet after it was away for over 30 days and is paired again', async () => {
  const { sessions, clock, store, tablet } = createTestSessions()
  const { jar } = await tablet('Counter')
  await clock.advance(31 * dayMs)
  const { code } = await sessions.createEnrolmentCode()
  const { who } = await sessions.enrol(code, 'Window', jar.header())
  expect(await store.devices()).toMatchObject([who])
})

test('records a tablet once a minute at most, and lets it read if that fails', async () => {
  const store = createMemoryStore()
  let touched = 0
  const failing: Store = {
    ...store,
    touchDevice: async () => {
      touched += 1
      throw new StoreUnavailable()
    },
  }
  const { sessions, clock, tablet } = createTestSessions({ store: failing })
  const { jar, device } = await tablet()
  await sessions.identify(jar.header())
  expect(touched).toBe(0)
  await clock.advance(60_000)
  expect((await sessions.identify(jar.header())).device).toMatchObject(device)
  expect(touched).toBe(1)
})

const garbage = ['', 'x', 'x'.repeat(43), 'x'.repeat(5000), '%00', '../..', `${'x'.repeat(42)}=`]

test.each(garbage)('finds no tablet for the cookie %j, and clears it', async (value) => {
  const { sessions, tablet } = createTestSessions()
  await tablet()
  expect(await sessions.identify(`desk_device=${value}; desk_person=${value}`)).toEqual({
    device: null,
    person: null,
    freshCookies: [],
    clearCookies: [
      'desk_device=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
      'desk_person=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    ],
  })
})

test('ignores two cookies with one name, and clears the name once', async () => {
  const { sessions, tablet } = createTestSessions()
  const { jar } = await tablet()
  const visitor = await sessions.identify(`${jar.header()}; desk_device=${'x'.repeat(43)}`)
  const clearCookies = ['desk_device=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict']
  expect(visitor).toEqual({ device: null, person: null, freshCookies: [], clearCookies })
})

test('accepts only the cookie of this host on https', async () => {
  const { sessions, tablet } = createTestSessions({ isSecure: true })
  const { jar, cookies, device } = await tablet()
  expect(cookies[0]).toMatch(/^__Host-desk_device=.*; Secure$/)
  expect((await sessions.identify(jar.header())).device).toMatchObject(device)
  expect((await sessions.identify(jar.header()?.replace('__Host-', ''))).device).toBeNull()
})

test.each([
  ['Sara', '4821'],
  [' sara ', '4821'],
  ['SARA', '٤٨٢١'],
  ['Sara', '۴۸۲۱'],
])('signs "%s" in with the PIN %s', async (name, pin) => {
  const { sessions, add, tablet } = createTestSessions()
  const { id } = await add('Sara', '4821', true)
  const { device, jar } = await tablet()
  const { cookies } = await sessions.signIn(device, name, pin)
  expect(cookies).toEqual([
    expect.stringMatching(/^desk_person=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/),
  ])
  cookies.forEach(jar.keep)
  expect((await sessions.identify(jar.header())).person).toEqual({ id, name: 'Sara', isManager: true })
})

test('accepts a PIN set in Arabic digits', async () => {
  const { sessions, add, tablet } = createTestSessions()
  await add('سارة', '٤٨٢١')
  const { device } = await tablet()
  expect((await sessions.signIn(device, 'سارة', '4821')).who.name).toBe('سارة')
})

test.each([
  ['Sara', '4822'],
  ['Omar', '4821'],
  ['constructor', '4821'],
])('gives "%s" with %s the same answer, after one hash', async (name, pin) => {
  const { sessions, add, tablet, verified } = createTestSessions()
  await add('Sara', '4821')
  const { device } = await tablet()
  await expect(sessions.signIn(device, name, pin)).rejects.toMatchObject({ status: 401, code: 'bad_credentials' })
  expect(verified).toHaveLength(1)
})

test.each(['', '123', '1234567890123', 'abcd', '12\u000034', '9'.repeat(300)])(
  'refuses the PIN %j before any hashing',
  async (pin) => {
    const { sessions, tablet, verified } = createTestSessions()
    const { device } = await tablet()
    await expect(sessions.signIn(device, 'Sara', pin)).rejects.toMatchObject({ status: 422, code: 'bad_pin' })
    expect(verified).toEqual([])
  },
)

test('gives each sign-in a new id, and ends the one before', async () => {
  const { sessions, add, tablet } = createTestSessions()
  await add('Sara', '1234')
  await add('Omar', '5678')
  const { device, jar } = await tablet()
  const planted = `${jar.header()}; desk_person=${'A'.repeat(43)}`
  const { cookies } = await sessions.signIn(device, 'Sara', '1234', planted)
  expect(cookies[0]).not.toContain('A'.repeat(43))
  expect((await sessions.identify(planted)).person).toBeNull()
  cookies.forEach(jar.keep)
  const first = jar.header()
  ;(await sessions.signIn(device, 'Omar', '5678', first)).cookies.forEach(jar.keep)
  expect((await sessions.identify(first)).person).toBeNull()
  expect((await sessions.identify(jar.header())).person?.name).toBe('Omar')
})

test('refuses a sign-in on another tablet', async () => {
  const { sessions, add, tablet } = createTestSessions()
  await add('Sara', '1234')
  const [counter, kitchen] = [await tablet('Counter'), await tablet('Kitchen')]
  const { cookies } = await sessions.signIn(counter.device, 'Sara', '1234')
  cookies.forEach(kitchen.jar.keep)
  expect(await sessions.identify(kitchen.jar.header())).toMatchObject({ device: kitchen.device, person: null })
})

test('ends a sign-in on the server too', async () => {
  const { sessions, add, tablet } = createTestSessions()
  await add('Sara', '1234')
  const { device, jar } = await tablet()
  ;(await sessions.signIn(device, 'Sara', '1234')).cookies.forEach(jar.keep)
  const before = jar.header()
  ;(await sessions.signOut(before)).forEach(jar.keep)
  expect(jar.header()).toMatch(/^desk_device=[^;]*$/)
  expect(await sessions.identify(before)).toMatchObject({ device, person: null })
})

test('applies a removal elsewhere at once', async () => {
  const { sessions, add, tablet, store } = createTestSessions()
  const { id } = await add('Sara', '1234')
  const { device, jar } = await tablet()
  ;(await sessions.signIn(device, 'Sara', '1234')).cookies.forEach(jar.keep)
  await store.removePerson(id)
  expect(await sessions.identify(jar.header())).toMatchObject({ device, person: null })
  await store.removeDevice(device.id)
  expect(await sessions.identify(jar.header())).toMatchObject({ device: null, person: null })
})

test('accepts the next sign-in after hashing failed once', async () => {
  let failures = 1
  const { sessions, add, tablet } = createTestSessions({
    pins: {
      ...openPins,
      hash: async (pin) => {
        if (pin !== '1234' && (failures -= 1) >= 0) throw new Error('no memory')
        return openPins.hash(pin)
      },
    },
  })
  await add('Sara', '1234')
  const { device } = await tablet()
  await expect(sessions.signIn(device, 'Sara', '1234')).rejects.toThrow('no memory')
  await sessions.signIn(device, 'Sara', '1234')
})

test('pairs a browser on the practice store’s own machine, and no other', async () => {
  const practice = createTestSessions({ mode: 'practice' })
  const { device, freshCookies } = await practice.sessions.welcome(undefined, true)
  expect(device?.name).toBe('Practice tablet')
  expect((await practice.sessions.identify(createCookieJar(freshCookies).header())).device).toEqual(device)
  expect((await practice.sessions.welcome(createCookieJar(freshCookies).header(), true)).device).toEqual(device)
  expect((await practice.sessions.welcome(undefined, true)).device?.name).toBe('Practice tablet 2')
  await practice.store.removeDevice(device?.id ?? '')
  expect((await practice.sessions.welcome(undefined, true)).device?.name).toBe('Practice tablet')
  expect((await practice.sessions.welcome(undefined, true)).device?.name).toBe('Practice tablet 3')
  expect((await practice.sessions.welcome(undefined, false)).device).toBeNull()
  expect((await createTestSessions({ mode: 'live' }).sessions.welcome(undefined, true)).device).toBeNull()
})

test('pairs a browser again that returns to a new practice store', async () => {
  const { sessions } = createTestSessions({ mode: 'practice' })
  const stale = `desk_device=${'x'.repeat(43)}; desk_person=${'x'.repeat(43)}`
  const { device, freshCookies, clearCookies } = await sessions.welcome(stale, true)
  const jar = createCookieJar()
  ;[...clearCookies, ...freshCookies].forEach(jar.keep)
  expect(await sessions.identify(jar.header())).toMatchObject({ device, clearCookies: [] })
})

test('pairs and signs in the demo without checks', async () => {
  const { sessions, add } = createTestSessions({ mode: 'demo' })
  await add('Sara', '1234', true)
  const jar = createCookieJar(await sessions.admit('Counter', 'Sara'))
  expect(await sessions.identify(jar.header())).toMatchObject({ device: { name: 'Counter' }, person: { name: 'Sara' } })
})

test.each([
  [11 * 60_000, 'ahead'],
  [-60 * 60_000, 'back'],
])('refuses a code from before the clock was set by %i ms, %s, and stayed there', async (byMs) => {
  const { sessions, clock } = createTestSessions()
  const { code } = await sessions.createEnrolmentCode()
  clock.set(byMs)
  await clock.advance(61_000)
  await expect(sessions.enrol(code, 'Counter')).rejects.toMatchObject({ code: 'bad_code' })
  const { code: another } = await sessions.createEnrolmentCode()
  expect((await sessions.enrol(another, 'Counter')).who).toMatchObject({ name: 'Counter' })
})

test('keeps a code through a jump of the clock that ends within its ten minutes', async () => {
  const { sessions, clock } = createTestSessions()
  const { code } = await sessions.createEnrolmentCode()
  clock.set(2 * 60 * 60_000)
  await clock.advance(1000)
  expect((await sessions.enrol(code, 'Counter')).who).toMatchObject({ name: 'Counter' })
})
