import { expect, test } from 'vitest'
import type { TabletState } from '#contract/desk/session.ts'
import { createPresenceBeat } from './presence-beat.ts'

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
