import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { logEntryOf, sentAttemptOf } from '#testing/action-store-suite.ts'
import { createTestClock } from '#testing/clock.ts'
import { createActionJournal } from './action-journal.ts'

/** A journal beside the server `there`, over a store in which a tap of `server` stands that it never knew. */
async function journalWithAttemptOf(server: string, { isWatching = false, gone = [] as readonly string[] } = {}) {
  const [clock, store] = [createTestClock(), createMemoryStore()]
  const tap = { ...sentAttemptOf('key-1', '1', clock.now()), server }
  await store.beginAttempt(tap)
  const servers = { id: 'here', isWatching: () => isWatching, isGone: (id?: string) => gone.includes(id ?? '') }
  const fail = (error: unknown) => {
    throw error
  }
  return {
    tap,
    clock,
    store,
    journal: createActionJournal({
      store,
      clock,
      servers,
      version: () => 0,
      emit: () => undefined,
      onStoreFailure: fail,
    }),
  }
}

const takenUp = { key: 'key-1', state: 'unknown', isRecovered: true }

test('a tap under our own id that this process never knew is taken up by who asks for it', async () => {
  const { journal } = await journalWithAttemptOf('here')
  expect(await journal.find('key-1')).toMatchObject(takenUp)
  expect(journal.unknown('1')).toMatchObject(takenUp)
})

test('and by who waits for what comes of it', async () => {
  const { journal, tap, clock } = await journalWithAttemptOf('here')
  const followed = journal.follow(tap, clock.steady() + 5000)
  await clock.advance(1000)
  expect(await followed).toMatchObject(takenUp)
})

test('a tap of a neighbour that lives is its own', async () => {
  const { journal } = await journalWithAttemptOf('there', { isWatching: true })
  expect(await journal.takeOver()).toEqual([])
  expect(await journal.find('key-1')).toMatchObject({ state: 'sent', server: 'there' })
})

test.each([
  [false, []],
  [true, [takenUp]],
])('what a server that is gone left is taken up by the one that watches alone (%s)', async (isWatching, left) => {
  const { journal } = await journalWithAttemptOf('there', { isWatching, gone: ['there'] })
  expect(await journal.takeOver()).toMatchObject(left)
})

test('of more taps than fit into memory only those go that are settled, or were never sent', async () => {
  const { journal } = await journalWithAttemptOf('there')
  const openAttempt = (key: string) => {
    const { action, by, digest, at } = sentAttemptOf(key, key)
    const tap = { key, orderId: key, action, by, digest, at, state: 'open' } as const
    journal.open(tap)
    return tap
  }
  const send = async (key: string) => {
    const answer = await journal.send(openAttempt(key), { sent: {}, before: null })
    return 'sent' in answer ? answer.sent : expect.fail('Nothing is in the way.')
  }
  openAttempt('open')
  journal.release(openAttempt('left'))
  await send('sent')
  await journal.lose(await send('lost'), { isGranted: false, posts: 1 }, logEntryOf())
  for (let index = 0; index < 2001; index += 1) await journal.finish(await send(`done-${index}`), null, logEntryOf())
  const states = ['open', 'sent', 'lost', 'left', 'done-0', 'done-2000'].map((key) => [key, journal.holds(key)])
  expect(states).toEqual([
    ['open', true],
    ['sent', true],
    ['lost', true],
    ['left', false],
    ['done-0', false],
    ['done-2000', true],
  ])
  expect(await journal.find('sent')).toMatchObject({ state: 'sent' })
  expect(await journal.find('done-0')).toMatchObject({ state: 'done' })
})
