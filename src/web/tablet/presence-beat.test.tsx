import type { TabletState } from '#contract/desk/session.ts'
import { createInstrument } from './instrument.ts'
import { createRingNotification } from './notification.ts'
import { createPresenceBeat } from './presence-beat.ts'
import { createSound } from './sound.ts'
import { startBeat } from './start-beat.ts'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.useRealTimers())

const state: Omit<TabletState, 'touched'> = { armed: true, sound: true, awake: true, feed: true, notifications: true }

test('sends a beat every 30 seconds and at each change', () => {
  const sent: string[] = []
  let now = 0
  const tell = createPresenceBeat(
    (told) => sent.push(`${now / 1000} ${told.sound ? 'heard' : 'silent'}`),
    () => false,
  )
  for (; now <= 65_000; now += 500) tell({ ...state, sound: now < 40_000 }, now)
  expect(sent).toEqual(['0 heard', '30 heard', '40 silent'])
  now = 10_000
  tell({ ...state, sound: false }, now)
  expect(sent.at(-1)).toBe('10 silent')
})

test('sends a touch once, with the next beat', () => {
  const sent: string[] = []
  let touches = 0
  const takeTouched = () => touches > 0 && (touches -= 1) === 0
  const tell = createPresenceBeat(({ touched }) => sent.push(touched ? 'touched' : 'alone'), takeTouched)
  for (let now = 0; now <= 90_000; now += 500) {
    if (now === 31_000) touches = 1
    tell(state, now)
  }
  expect(sent).toEqual(['alone', 'alone', 'touched', 'alone'])
})

test('keeps the screen awake and reports a tablet that is not armed, until it is stopped', async () => {
  vi.useFakeTimers()
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: { readonly body: string }) => {
    bodies.push(JSON.parse(body))
    return Response.json({ data: {} })
  })
  let isHeld = false
  const wakeLock = {
    take: async () => void (isHeld = true),
    release: () => void (isHeld = false),
    isHeld: () => isHeld,
  }
  const parts = { hasSound: false, sound: createSound(undefined), notification: createRingNotification(undefined) }
  const stop = startBeat(createInstrument({ ...parts, wakeLock }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(bodies.at(-1)).toMatchObject({ armed: false, awake: true, touched: false })
  const { length } = bodies
  await vi.advanceTimersByTimeAsync(30_000)
  expect(bodies).toHaveLength(length + 1)
  stop()
  await vi.advanceTimersByTimeAsync(120_000)
  expect([isHeld, bodies.length]).toEqual([false, length + 1])
})
