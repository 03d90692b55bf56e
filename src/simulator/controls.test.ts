import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { controls } from './controls.ts'
import { createSimulator } from './simulator.ts'

const openSimulator = () =>
  createSimulator({ clock: createTestClock(), token: 'token-1', seed: 1, responseWindowSeconds: 300 })

const addFault = (simulator: ReturnType<typeof openSimulator>, body: string) =>
  controls(simulator, new Request('http://vendor.test/simulator/faults', { method: 'POST', body }))

test('strikes the requested call with a fault set over HTTP, as often as requested', async () => {
  const simulator = openSimulator()
  expect((await addFault(simulator, '{"kind":"hang","on":"getOrder","times":2}'))?.status).toBe(200)
  expect(simulator.faults.take('rejectOrder')).toBeUndefined()
  expect(simulator.faults.take('getOrder')).toMatchObject({ kind: 'hang' })
  expect(simulator.faults.take('getOrder')).toMatchObject({ kind: 'hang' })
  expect(simulator.faults.take('getOrder')).toBeUndefined()
})

test.each(['{"kind":"hangs"}', '{"kind":"hang","on":"orders"}', '{"kind":"hang","times":"2"}', '{}', 'hang', ''])(
  'refuses an unknown fault and lists the known ones: %s',
  async (body) => {
    const simulator = openSimulator()
    const refusal = await addFault(simulator, body)
    expect(refusal?.status).toBe(400)
    expect(await refusal?.json()).toEqual({ message: expect.stringMatching(/slow, hang, .*getOrder/) })
    expect(simulator.faults.take('getOrder')).toBeUndefined()
  },
)
