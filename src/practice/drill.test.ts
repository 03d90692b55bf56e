import { expect, onTestFinished, test } from 'vitest'
import { practice as levers, type Drill, type DrillStep } from '#contract/desk/practice.ts'
import { createTestClock, type TestClock } from '#testing/clock.ts'
import { createTestPractice, practiceOrigin as origin } from '#testing/practice.ts'
import type { Practice } from './practice.ts'

function openShop(): { readonly practice: Practice; readonly clock: TestClock } {
  const clock = createTestClock()
  const practice = createTestPractice({ clock, isSignedIn: true, seed: 3 })
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  // Starts the desk's polling.
  void practice.openShop(closing.signal)
  return { practice, clock }
}

async function ask({ fetch }: Practice, method: string, path: string, body?: unknown): Promise<Response> {
  const headers = {
    'Idempotency-Key': crypto.randomUUID(),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
  return fetch(
    new Request(origin + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }),
  )
}

async function drillOf(practice: Practice): Promise<Drill> {
  const answer = await ask(practice, 'GET', levers.readDrill.path)
  return ((await answer.json()) as { data: Drill }).data
}

/** Does at the counter what a step asks for. */
function answerStep({ simulator, fetch, ...rest }: Practice, { name, order_id: id }: DrillStep): Promise<Response> {
  const order = `/api/developer/v1/orders/${id ?? ''}`
  const practice = { simulator, fetch, ...rest }
  if (name === 'ready') return ask(practice, 'POST', `${order}/ready`)
  if (name !== 'missing') return ask(practice, 'POST', `${order}/accept`)
  const [line] = simulator.orders.find(id ?? '')?.lines ?? []
  return ask(practice, 'POST', `${order}/reject`, { cancel_reason_id: 1, items: [{ id: Number(line?.id) }] })
}

test('goes through all steps, with one request for each attempt', async () => {
  const { practice, clock } = openShop()
  await ask(practice, 'POST', levers.startDrill.path)
  const answered = new Set<string>()
  let drill = await drillOf(practice)
  for (let second = 0; drill.is_running && second < 240; second += 1) {
    const now = drill.steps.find(({ state }) => state === 'now')
    if (now && !answered.has(now.name)) {
      answered.add(now.name)
      void answerStep(practice, now)
    }
    await clock.advance(1000)
    drill = await drillOf(practice)
  }
  expect(drill.steps.map(({ name, state }) => `${name}: ${state}`)).toEqual([
    'plain: done',
    'twice: done',
    'lost: done',
    'wifi: done',
    'missing: done',
    'changed: done',
    'late: done',
    'ready: done',
  ])
  // Reject and accept of one order; accept and ready of another.
  expect(drill.steps.map(({ requests }) => requests)).toEqual([1, 1, 1, 1, 1, 2, 1, 2])
  expect(drill.steps.every(({ seconds }) => seconds !== null && seconds >= 0 && seconds < 30)).toBe(true)
  expect(practice.simulator.webhookHabits.times).toBe(1)
})

test('marks steps as missed, and leaves nothing broken when it is stopped', async () => {
  const { practice, clock } = openShop()
  await ask(practice, 'POST', levers.startDrill.path)
  await clock.advance(121_000)
  expect((await drillOf(practice)).steps[0]).toMatchObject({ name: 'plain', state: 'missed', requests: 0 })
  await ask(practice, 'DELETE', levers.stopDrill.path)
  await clock.advance(30_000)
  const { is_running, steps } = await drillOf(practice)
  expect(is_running).toBe(false)
  expect(steps.slice(2).every(({ state }) => state === 'waiting')).toBe(true)
  expect(practice.simulator.faults.take('acceptOrder')).toBeUndefined()
  // Stopping it once more clears it.
  await ask(practice, 'DELETE', levers.stopDrill.path)
  expect(await drillOf(practice)).toBeNull()
})
