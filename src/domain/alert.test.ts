import { expect, test } from 'vitest'
import { isQuiet, phonesOf, rungsOf, usualDuty, usualLadder, type PhoneRecord } from './alert.ts'

const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`)
// Baghdad is three hours ahead.
const quiet = (quietFrom: string | null, quietTo: string | null) => ({
  ...usualDuty('Asia/Baghdad'),
  quietFrom,
  quietTo,
})

test.each([
  ['within a day', '13:00', '15:00', ['10:00', '11:59'], ['09:59', '12:00']],
  ['over midnight', '23:00', '07:30', ['20:00', '21:00', '04:29'], ['19:59', '04:30', '12:00']],
  ['none', null, null, [], ['00:00', '12:00']],
])('knows quiet hours in the person’s own time zone: %s', (_what, from, to, inside, outside) => {
  for (const time of inside) expect(isQuiet(quiet(from, to), at(time)), time).toBe(true)
  for (const time of outside) expect(isQuiet(quiet(from, to), at(time)), time).toBe(false)
})

const phone = (personId: string): PhoneRecord => ({
  id: `phone of ${personId}`,
  personId,
  deviceId: 'd',
  endpoint: `https://push.test/${personId}`,
  keys: { p256dh: '', auth: '' },
  language: 'en',
  createdAt: 0,
  deliveredAt: null,
})

test('tells phones on duty outside their quiet hours, and the owner’s always', () => {
  const duties = {
    on: usualDuty('UTC'),
    off: { ...usualDuty('UTC'), isOnDuty: false },
    asleep: quiet('13:00', '15:00'),
    owner: { ...quiet('13:00', '15:00'), isOnDuty: false, isOwner: true },
  }
  const phones = Object.keys(duties).map(phone)
  const told = (rung: 'phone' | 'owner') =>
    phonesOf(rung, phones, (id) => duties[id as keyof typeof duties], at('11:00')).map(({ personId }) => personId)
  expect(told('phone')).toEqual(['on'])
  expect(told('owner')).toEqual(['owner'])
})

test('climbs the ladder by the step of an unanswered order', () => {
  const unanswered = (step: number) => rungsOf({ kind: 'order_unanswered', step }, usualLadder)
  expect([1, 2, 3].map(unanswered)).toEqual([['phone'], ['phone', 'call'], ['phone', 'call', 'owner']])
  expect(rungsOf({ kind: 'nobody_there', step: null }, usualLadder)).toEqual(['phone', 'call'])
  expect(rungsOf({ kind: 'printer', step: null }, usualLadder)).toEqual(['phone'])
})
