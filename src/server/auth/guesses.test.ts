import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { HttpError } from '#server/http/http-error.ts'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'
import { createTestSessions } from '#testing/sessions.ts'

const minuteMs = 60_000

type Sessions = ReturnType<typeof createTestSessions>
type Tablet = Awaited<ReturnType<Sessions['tablet']>>['device']

/** Tries to sign in. @returns the code of the refusal, and how many seconds it says to wait. */
async function trySignIn({ sessions }: Sessions, device: Tablet, pin: string, name = 'Sara') {
  try {
    await sessions.signIn(device, name, pin)
    return { code: 'in' }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { code, status, details } = error
    return { code, status, waitS: (details.retryAfterMs ?? 0) / 1000, data: details.data }
  }
}

async function createHouse(options?: Parameters<typeof createTestSessions>[0]) {
  const house = createTestSessions(options)
  await house.add('Sara', '1234')
  await house.add('Omar', '5678')
  const { device } = await house.tablet()
  return { house, device, guess: (pin = '0000', name?: string) => trySignIn(house, device, pin, name) }
}

test('allows two wrong PINs, then doubles each wait until the window is full', async () => {
  const { house, guess } = await createHouse()
  const waits: number[] = []
  for (let tried = 0; tried < 40 && waits.length < 9; tried += 1) {
    const { code, waitS = 0 } = await guess()
    if (code === 'bad_credentials') continue
    expect(code).toBe('too_many_tries')
    waits.push(waitS)
    await house.clock.advance(waitS * 1000)
  }
  const before = [2, 4, 8, 16, 32, 64, 128]
  const sum = before.reduce((total, wait) => total + wait, 0)
  expect(waits.slice(0, 8)).toEqual([...before, 15 * 60 - sum])
})

test('checks no more of fifty parallel guesses than allowed, and then delays the right PIN too', async () => {
  const { house, guess } = await createHouse()
  const answers = await Promise.all(Array.from({ length: 50 }, () => guess()))
  expect(answers.filter(({ code }) => code === 'bad_credentials')).toHaveLength(3)
  expect(answers.filter(({ code }) => code === 'too_many_tries')).toHaveLength(47)
  expect(house.verified).toHaveLength(3)
  const refused = await guess('1234')
  const until = '2026-11-20T12:00:02.000Z'
  expect(refused).toEqual({ code: 'too_many_tries', status: 429, waitS: 2, data: { whose: 'tablet', until } })
  await house.clock.advance(2000)
  expect(await guess('1234')).toEqual({ code: 'in' })
})

test('allows a tablet ten guesses in any fifteen minutes', async () => {
  const { house, guess } = await createHouse()
  const start = house.clock.now()
  const guessedAt: number[] = []
  while (house.clock.now() < start + 60 * minuteMs) {
    const { code } = await guess()
    if (code === 'bad_credentials') guessedAt.push(house.clock.now())
    await house.clock.advance(5000)
  }
  const within = guessedAt.map((at) => guessedAt.filter((other) => other >= at && other < at + 15 * minuteMs).length)
  expect(Math.max(...within)).toBe(10)
})

test('allows a person a hundred guesses a day over all tablets, while others sign in', async () => {
  const { house, device } = await createHouse()
  let guesses = 0
  for (let id = 0; id < 11; id += 1) {
    const { device: other } = await house.tablet(`Tablet ${id}`)
    for (let tried = 0; tried < 10; tried += 1) {
      const { code } = await trySignIn(house, other, '0000')
      if (code === 'bad_credentials') guesses += 1
      await house.clock.advance(2.2 * minuteMs)
    }
  }
  expect(guesses).toBe(100)
  const refused = await trySignIn(house, device, '1234')
  expect(refused).toMatchObject({ code: 'too_many_tries', data: { whose: 'person' } })
  expect(await trySignIn(house, device, '5678', 'Omar')).toEqual({ code: 'in' })
  await house.clock.advance((refused.waitS ?? 0) * 1000)
  expect(await trySignIn(house, device, '1234')).toEqual({ code: 'in' })
})

test('lets people sign in often without a limit, and forgets no guess by that', async () => {
  const { house, guess } = await createHouse()
  for (let time = 0; time < 30; time += 1) expect(await guess('1234')).toEqual({ code: 'in' })
  for (let time = 0; time < 3; time += 1) {
    expect((await guess()).code).toBe('bad_credentials')
    expect((await guess('5678', 'Omar')).code).toBe(time < 2 ? 'in' : 'too_many_tries')
  }
  await house.clock.advance(2000)
  expect(await guess('5678', 'Omar')).toEqual({ code: 'in' })
  expect((await guess()).code).toBe('bad_credentials')
  expect(await guess()).toMatchObject({ code: 'too_many_tries', waitS: 4 })
})

test('counts unknown names on the tablet too, and an invalid PIN nowhere', async () => {
  const { guess } = await createHouse()
  for (const pin of ['', '123', 'abcd', '1'.repeat(13)]) expect((await guess(pin)).code).toBe('bad_pin')
  for (const name of ['Nobody', 'Nobody else', 'constructor']) {
    expect((await guess('1234', name)).code).toBe('bad_credentials')
  }
  expect((await guess('1234')).code).toBe('too_many_tries')
})

test('lets a locked-out tablet read, and another one sign in', async () => {
  const { house } = await createHouse()
  const { device, jar } = await house.tablet('Kitchen')
  for (let tried = 0; tried < 5; tried += 1) await trySignIn(house, device, '0000')
  expect((await house.sessions.identify(jar.header())).device).toMatchObject(device)
  const { device: other } = await house.tablet('Window')
  expect(await trySignIn(house, other, '1234')).toEqual({ code: 'in' })
})

test('keeps tries over a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guesses-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { clock } = createTestSessions()
  const open = () => openSqliteStore({ file: join(folder, 'desk.db'), clock, log: () => undefined })
  const store = await open()
  const { device, guess } = await createHouse({ store, clock })
  await Promise.all(Array.from({ length: 50 }, () => guess()))
  await store.close()
  const again = await open()
  onTestFinished(() => again.close())
  const later = createTestSessions({ store: again, clock })
  expect(await trySignIn(later, device, '1234')).toMatchObject({ code: 'too_many_tries', waitS: 2 })
  expect(later.verified).toEqual([])
})

async function enrol({ sessions }: Sessions, code: string, peer?: string) {
  return sessions.enrol(code, 'Kitchen', undefined, peer).then(
    () => 'in',
    (error: unknown) => (error instanceof HttpError ? error.code : Promise.reject(error)),
  )
}

test('allows ten codes in ten minutes from one address, and as many from others', async () => {
  const { house } = await createHouse()
  const tries = (peer?: string) =>
    Promise.all(Array.from({ length: 50 }, (_, id) => enrol(house, id % 2 ? 'AAAA-BBBB-CCCC' : 'no code', peer)))
  const answers = await tries('203.0.113.5')
  expect(answers.filter((code) => code === 'bad_code')).toHaveLength(10)
  expect(answers.filter((code) => code === 'too_many_tries')).toHaveLength(40)
  const { code } = await house.sessions.createEnrolmentCode()
  expect(await enrol(house, code, '203.0.113.5')).toBe('too_many_tries')
  expect(await enrol(house, code, '203.0.113.6')).toBe('in')
  expect((await tries()).filter((each) => each === 'bad_code')).toHaveLength(10)
  await house.clock.advance(10 * minuteMs)
  const next = await house.sessions.createEnrolmentCode()
  expect(await enrol(house, next.code, '203.0.113.5')).toBe('in')
})

test('does not count valid codes and bad names as guesses', async () => {
  const { house } = await createHouse()
  for (let tablet = 0; tablet < 12; tablet += 1) {
    const { code } = await house.sessions.createEnrolmentCode()
    await expect(house.sessions.enrol(code, ' ')).rejects.toMatchObject({ code: 'bad_name' })
    expect(await enrol(house, code)).toBe('in')
  }
})
