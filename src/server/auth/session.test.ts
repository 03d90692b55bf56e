import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestSessions } from '#testing/sessions.ts'
import { createCookieJar } from './cookies.ts'
import { openPins } from './staff.ts'

const dayMs = 24 * 3_600_000

test('a code lets one tablet in, once', async () => {
  const { sessions, store } = createTestSessions()
  const { code } = await sessions.createEnrolmentCode()
  const { who, cookies } = await sessions.enrol(code.toLowerCase().replaceAll('-', ''), '  Counter ')
  expect(who).toEqual({ id: expect.stringMatching(/^[a-z2-9]{10}$/), name: 'Counter' })
  expect(cookies).toEqual([
    expect.stringMatching(/^desk_device=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/),
  ])
  expect((await sessions.identify(createCookieJar(cookies).header())).device).toEqual(who)
  await expect(sessions.enrol(code, 'Kitchen')).rejects.toMatchObject({ status: 400, code: 'bad_code' })
  expect(await store.devices()).toHaveLength(1)
})

test('a code is good for ten minutes', async () => {
  const { sessions, clock } = createTestSessions()
  const [one, other] = [await sessions.createEnrolmentCode(), await sessions.createEnrolmentCode()]
  expect(one.expiresAt).toBe(clock.now() + 600_000)
  await clock.advance(599_999)
  await sessions.enrol(one.code, 'Counter')
  await clock.advance(1)
  await expect(sessions.enrol(other.code, 'Kitchen')).rejects.toMatchObject({ code: 'bad_code' })
})

test('a bad name leaves the code good', async () => {
  const { sessions } = createTestSessions()
  const { code } = await sessions.createEnrolmentCode()
  await expect(sessions.enrol(code, ' ')).rejects.toMatchObject({ status: 422, code: 'bad_name' })
  await sessions.enrol(code, 'Counter')
})

test('a tablet that enrols again is one tablet under its new name', async () => {
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

test('a tablet that enrols again has its cookie though the store goes away as soon as its code is used up', async () => {
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

test('a tablet whose try cannot be taken back, because the store has gone away, has its cookie all the same', async () => {
  const memory = createMemoryStore()
  const takeBackTry = () => Promise.reject(new StoreUnavailable('Away.'))
  const { sessions } = createTestSessions({ store: { ...memory, takeBackTry } })
  const { code } = await sessions.createEnrolmentCode()
  const { who, cookies } = await sessions.enrol(code, 'Counter')
  expect((await sessions.identify(createCookieJar(cookies).header())).device).toEqual(who)
})

test('a bad code leaves the tablet what it was', async () => {
  const { sessions, tablet } = createTestSessions()
  const { jar, device } = await tablet('Counter')
  const { code } = await sessions.createEnrolmentCode()
  await sessions.enrol(code, 'Kitchen')
  await expect(sessions.enrol(code, 'Window', jar.header())).rejects.toMatchObject({ code: 'bad_code' })
  expect((await sessions.identify(jar.header())).device).toEqual(device)
})

test('the store never sees a cookie or a code', async () => {
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

test('the tablet’s cookie slides with use, once a day at most', async () => {
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

test('a tablet in use stays in, and one that was away for more than 30 days is a stranger', async () => {
  const { sessions, clock, tablet } = createTestSessions()
  const { jar, device } = await tablet()
  for (let day = 0; day < 100; day += 10) {
    await clock.advance(10 * dayMs)
    expect((await sessions.identify(jar.header())).device).toEqual(device)
  }
  await clock.advance(30 * dayMs + 1)
  expect((await sessions.identify(jar.header())).device).toBeNull()
})

test('a server that starts 31 days ahead leaves every tablet its cookie, and who is signed in on it', async () => {
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

test('a tablet that was away for more than 30 days and enrols anew is one tablet', async () => {
  const { sessions, clock, store, tablet } = createTestSessions()
  const { jar } = await tablet('Counter')
  await clock.advance(31 * dayMs)
  const { code } = await sessions.createEnrolmentCode()
  const { who } = await sessions.enrol(code, 'Window', jar.header())
  expect(await store.devices()).toMatchObject([who])
})

test('a tablet is noted as seen once a minute at most, and reads on where that cannot be written', async () => {
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
  expect((await sessions.identify(jar.header())).device).toEqual(device)
  expect(touched).toBe(1)
})

const garbage = ['', 'x', 'x'.repeat(43), 'x'.repeat(5000), '%00', '../..', `${'x'.repeat(42)}=`]

test.each(garbage)('the cookie %j is no tablet, and is cleared', async (value) => {
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

test('of two cookies with one name neither counts, and the name is cleared, once', async () => {
  const { sessions, tablet } = createTestSessions()
  const { jar } = await tablet()
  const visitor = await sessions.identify(`${jar.header()}; desk_device=${'x'.repeat(43)}`)
  const clearCookies = ['desk_device=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict']
  expect(visitor).toEqual({ device: null, person: null, freshCookies: [], clearCookies })
})

test('on https only the cookie of this very host counts', async () => {
  const { sessions, tablet } = createTestSessions({ isSecure: true })
  const { jar, cookies, device } = await tablet()
  expect(cookies[0]).toMatch(/^__Host-desk_device=.*; Secure$/)
  expect((await sessions.identify(jar.header())).device).toEqual(device)
  expect((await sessions.identify(jar.header()?.replace('__Host-', ''))).device).toBeNull()
})

test.each([
  ['Sara', '4821'],
  [' sara ', '4821'],
  ['SARA', '٤٨٢١'],
  ['Sara', '۴۸۲۱'],
])('"%s" signs in with the PIN %s', async (name, pin) => {
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

test('a person’s PIN may be set in Arabic digits too', async () => {
  const { sessions, add, tablet } = createTestSessions()
  await add('سارة', '٤٨٢١')
  const { device } = await tablet()
  expect((await sessions.signIn(device, 'سارة', '4821')).who.name).toBe('سارة')
})

test.each([
  ['Sara', '4822'],
  ['Omar', '4821'],
  ['constructor', '4821'],
])('"%s" with %s gets one answer, after one look at a hash', async (name, pin) => {
  const { sessions, add, tablet, verified } = createTestSessions()
  await add('Sara', '4821')
  const { device } = await tablet()
  await expect(sessions.signIn(device, name, pin)).rejects.toMatchObject({ status: 401, code: 'bad_credentials' })
  expect(verified).toHaveLength(1)
})

test.each(['', '123', '1234567890123', 'abcd', '12\u000034', '9'.repeat(300)])(
  'the PIN %j is refused before any hash is looked at',
  async (pin) => {
    const { sessions, tablet, verified } = createTestSessions()
    const { device } = await tablet()
    await expect(sessions.signIn(device, 'Sara', pin)).rejects.toMatchObject({ status: 422, code: 'bad_pin' })
    expect(verified).toEqual([])
  },
)

test('each sign-in has an id of its own, and ends the one before', async () => {
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

test('a sign-in is worth nothing on another tablet', async () => {
  const { sessions, add, tablet } = createTestSessions()
  await add('Sara', '1234')
  const [counter, kitchen] = [await tablet('Counter'), await tablet('Kitchen')]
  const { cookies } = await sessions.signIn(counter.device, 'Sara', '1234')
  cookies.forEach(kitchen.jar.keep)
  expect(await sessions.identify(kitchen.jar.header())).toMatchObject({ device: kitchen.device, person: null })
})

test('who signs out is signed out on the server too', async () => {
  const { sessions, add, tablet } = createTestSessions()
  await add('Sara', '1234')
  const { device, jar } = await tablet()
  ;(await sessions.signIn(device, 'Sara', '1234')).cookies.forEach(jar.keep)
  const before = jar.header()
  ;(await sessions.signOut(before)).forEach(jar.keep)
  expect(jar.header()).toMatch(/^desk_device=[^;]*$/)
  expect(await sessions.identify(before)).toMatchObject({ device, person: null })
})

test('what is removed elsewhere is out at once', async () => {
  const { sessions, add, tablet, store } = createTestSessions()
  const { id } = await add('Sara', '1234')
  const { device, jar } = await tablet()
  ;(await sessions.signIn(device, 'Sara', '1234')).cookies.forEach(jar.keep)
  await store.removePerson(id)
  expect(await sessions.identify(jar.header())).toMatchObject({ device, person: null })
  await store.removeDevice(device.id)
  expect(await sessions.identify(jar.header())).toMatchObject({ device: null, person: null })
})

test('where hashing fails once, the next one may sign in', async () => {
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

test('in the practice store a browser on the same machine is let in, and nobody else', async () => {
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

test('a browser that comes back to a new practice store is let in again', async () => {
  const { sessions } = createTestSessions({ mode: 'practice' })
  const stale = `desk_device=${'x'.repeat(43)}; desk_person=${'x'.repeat(43)}`
  const { device, freshCookies, clearCookies } = await sessions.welcome(stale, true)
  const jar = createCookieJar()
  ;[...clearCookies, ...freshCookies].forEach(jar.keep)
  expect(await sessions.identify(jar.header())).toMatchObject({ device, clearCookies: [] })
})

test('the demo is let in and signed in without asking', async () => {
  const { sessions, add } = createTestSessions({ mode: 'demo' })
  await add('Sara', '1234', true)
  const jar = createCookieJar(await sessions.admit('Counter', 'Sara'))
  expect(await sessions.identify(jar.header())).toMatchObject({ device: { name: 'Counter' }, person: { name: 'Sara' } })
})

test.each([
  [11 * 60_000, 'ahead'],
  [-60 * 60_000, 'back'],
])('a code of before the clock was set by %i ms, %s, and stayed there, lets nobody in', async (byMs) => {
  const { sessions, clock } = createTestSessions()
  const { code } = await sessions.createEnrolmentCode()
  clock.set(byMs)
  await clock.advance(61_000)
  await expect(sessions.enrol(code, 'Counter')).rejects.toMatchObject({ code: 'bad_code' })
  const { code: another } = await sessions.createEnrolmentCode()
  expect((await sessions.enrol(another, 'Counter')).who).toMatchObject({ name: 'Counter' })
})

test('a code lives through a jump of the clock that is over before its ten minutes are', async () => {
  const { sessions, clock } = createTestSessions()
  const { code } = await sessions.createEnrolmentCode()
  clock.set(2 * 60 * 60_000)
  await clock.advance(1000)
  expect((await sessions.enrol(code, 'Counter')).who).toMatchObject({ name: 'Counter' })
})
