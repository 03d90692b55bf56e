import { expect, test } from 'vitest'
import type { FaultKind } from '#simulator/faults.ts'
import { type TestDesk, createTestDesk } from '#testing/desk.ts'

const second = 1000
async function stateOf(desk: TestDesk) {
  const { data } = (await (await desk.ask('/api/desk/vendor')).json()) as { data: { clock_ahead_seconds: unknown } }
  const { clock_ahead_seconds: _clock, ...state } = data
  return state
}

/** Reads from the vendor; if it hangs, advances time to the read's timeout. */
async function read(desk: TestDesk): Promise<void> {
  const answer = desk.ask('/api/developer/v1/cancel-reasons')
  await desk.clock.advance(10 * second)
  await answer
}

test('knows nothing of the vendor before the first call, and makes none for this', async () => {
  const desk = createTestDesk()
  expect(await stateOf(desk)).toEqual({ token: null, line: null, as_of: null })
  expect(desk.asked()).toEqual([])
})

test('knows from an answer that the token is accepted', async () => {
  const desk = createTestDesk()
  await read(desk)
  expect(await stateOf(desk)).toEqual({ token: 'accepted', line: 'answers', as_of: '2026-11-20T12:00:00.000Z' })
})

test('knows it from an unknown order too', async () => {
  const desk = createTestDesk()
  await desk.ask('/api/developer/v1/orders/A1')
  expect(await stateOf(desk)).toMatchObject({ token: 'accepted', line: 'answers' })
})

test('concludes nothing about the vendor from a call that found no room', async () => {
  const desk = createTestDesk()
  desk.vendor.faults.add({ kind: 'hang', times: Number.POSITIVE_INFINITY })
  const many = (name: string) =>
    Promise.all(Array.from({ length: 20 }, (_, number) => desk.ask(`/api/developer/v1/orders/${name}${number}`)))
  const refused = [many('A')]
  await desk.clock.advance(5 * second)
  refused.push(many('B'))
  // By now five calls that got room 8 s ago hang, and the others of the fifth second were refused for lack of room.
  await desk.clock.advance(9 * second)
  expect(await stateOf(desk)).toMatchObject({ token: null, line: 'silent' })
  await desk.clock.advance(30 * second)
  expect((await Promise.all(refused)).flat().map(({ status }) => status)).toContain(503)
})

test.each<readonly [FaultKind, unknown]>([
  ['unauthenticated', { token: 'refused', line: 'answers' }],
  ['forbidden', { token: null, line: 'answers' }],
  ['too-many', { token: null, line: 'answers' }],
  ['error', { token: null, line: 'failing' }],
  ['html', { token: null, line: 'failing' }],
  ['half', { token: null, line: 'failing' }],
  ['hang', { token: null, line: 'silent' }],
  ['drop', { token: null, line: 'silent' }],
])('shows only the fault %s of a vendor', async (kind, expected) => {
  const desk = createTestDesk()
  desk.vendor.faults.add({ kind, times: 10 })
  await read(desk)
  expect(await stateOf(desk)).toMatchObject(expected as object)
})

test('concludes nothing from a call that hung until its timeout if a later one was answered', async () => {
  const desk = createTestDesk()
  desk.vendor.faults.add({ kind: 'hang', times: 1 })
  const hanging = desk.ask('/api/developer/v1/orders/A1')
  await desk.clock.advance(second)
  await desk.ask('/api/developer/v1/cancel-reasons')
  const answered = await stateOf(desk)
  expect(answered).toMatchObject({ token: 'accepted', line: 'answers' })
  await desk.clock.advance(10 * second)
  expect((await hanging).status).toBe(504)
  expect(await stateOf(desk)).toEqual(answered)
})

test('keeps what is known of the token while the vendor does not show it', async () => {
  const desk = createTestDesk()
  await read(desk)
  desk.vendor.faults.add({ kind: 'drop', times: 10 })
  await read(desk)
  expect(await stateOf(desk)).toEqual({ token: 'accepted', line: 'silent', as_of: '2026-11-20T12:00:10.000Z' })
})
