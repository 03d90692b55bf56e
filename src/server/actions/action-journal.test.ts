import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { logEntryOf, sentAttemptOf } from '#testing/action-store-suite.ts'
import { createTestClock } from '#testing/clock.ts'
import { createActionJournal } from './action-journal.ts'

/** A journal beside the server `there`; the store holds an attempt of `server` that the journal never held. */
async function journalWithAttemptOf(server: string, { isPolling = false, gone = [] as readonly string[] } = {}) {
  const [clock, store] = [createTestClock(), createMemoryStore()]
  const attempt = { ...sentAttemptOf('key-1', '1', clock.now()), server }
  await store.beginAttempt(attempt)
  const servers = { id: 'here', isPolling: () => isPolling, isGone: (id?: string) => gone.includes(id ?? '') }
  const fail = (error: unknown) => {
    throw error
  }
  return {
    attempt,
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

test('takes over an attempt under this server’s id that it never held, on a find', async () => {
  const { journal } = await journalWithAttemptOf('here')
  expect(await journal.find('key-1')).toMatchObject(takenUp)
  expect(journal.unknown('1')).toMatchObject(takenUp)
})

test('takes over such an attempt on a follow', async () => {
  const { journal, attempt, clock } = await journalWithAttemptOf('here')
  const followed = journal.follow(attempt, clock.steady() + 5000)
  await clock.advance(1000)
  expect(await followed).toMatchObject(takenUp)
})

test('leaves an attempt of a running peer alone', async () => {
  const { journal } = await journalWithAttemptOf('there', { isPolling: true })
  expect(await journal.takeOver()).toEqual([])
  expect(await journal.find('key-1')).toMatchObject({ state: 'sent', server: 'there' })
})

test.each([
  [false, []],
  [true, [takenUp]],
])('takes over attempts of a stopped server only on the polling server (%s)', async (isPolling, left) => {
  const { journal } = await journalWithAttemptOf('there', { isPolling, gone: ['there'] })
  expect(await journal.takeOver()).toMatchObject(left)
})

test('evicts only attempts that are reconciled or were never sent', async () => {
  const { journal } = await journalWithAttemptOf('there')
  const openAttempt = (key: string) => {
    const { action, by, digest, at } = sentAttemptOf(key, key)
    const attempt = { key, orderId: key, action, by, digest, at, state: 'open' } as const
    journal.open(attempt)
    return attempt
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
