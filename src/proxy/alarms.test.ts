import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { createAlarms, type AlarmCode } from './alarms.ts'

const minute = 60_000

function setUp() {
  const clock = createTestClock()
  const told: AlarmCode[] = []
  return { clock, told, alarms: createAlarms(clock, (code) => told.push(code)) }
}

test('an alarm is told at once, with its beginning and its count', () => {
  const { alarms, told } = setUp()
  expect(alarms.current()).toEqual([])
  alarms.raise('webhook_refused')
  expect(told).toEqual(['webhook_refused'])
  expect(alarms.current()).toEqual([{ code: 'webhook_refused', since: '2026-11-20T12:00:00.000Z', count: 1 }])
})

test('an alarm that goes on is counted, and told again every five minutes', async () => {
  const { clock, alarms, told } = setUp()
  for (let second = 0; second < 600; second += 1) {
    alarms.raise('webhook_unreadable')
    await clock.advance(1000)
  }
  expect(told).toHaveLength(2)
  expect(alarms.current()).toEqual([{ code: 'webhook_unreadable', since: '2026-11-20T12:00:00.000Z', count: 600 }])
})

test('alarms are counted apart', () => {
  const { alarms, told } = setUp()
  for (const code of ['disk_low', 'vendor_token', 'disk_low'] as const) alarms.raise(code)
  expect(told).toEqual(['disk_low', 'vendor_token'])
  expect(alarms.current()).toMatchObject([
    { code: 'disk_low', count: 2 },
    { code: 'vendor_token', count: 1 },
  ])
})

test('an alarm whose cause is over is gone, which is told once, and told at once when it comes back', () => {
  const { alarms, told } = setUp()
  alarms.raise('vendor_token')
  alarms.clear('vendor_token')
  alarms.clear('vendor_token')
  expect(alarms.current()).toEqual([])
  expect(told).toEqual(['vendor_token', 'vendor_token'])
  alarms.raise('vendor_token')
  expect(told).toHaveLength(3)
  alarms.clear('store_damaged')
  expect(alarms.current()).toMatchObject([{ code: 'vendor_token', count: 1 }])
})

test('an alarm that is half an hour old is forgotten, which is told, and begins anew', async () => {
  const { clock, alarms, told } = setUp()
  alarms.raise('webhook_refused')
  await clock.advance(10 * minute)
  alarms.raise('webhook_refused')
  await clock.advance(30 * minute - 1)
  expect(alarms.current()).toHaveLength(1)
  expect(told).toHaveLength(2)
  await clock.advance(1)
  expect(alarms.current()).toEqual([])
  expect(told).toHaveLength(3)
  alarms.raise('webhook_refused')
  expect(told).toHaveLength(4)
  expect(alarms.current()).toEqual([{ code: 'webhook_refused', since: '2026-11-20T12:40:00.000Z', count: 1 }])
})

test('what lasts is no less an alarm for its age, and a repair is told of for a day', async () => {
  const { clock, alarms } = setUp()
  const codes = () => alarms.current().map(({ code }) => code)
  for (const code of ['disk_low', 'webhook_off', 'store_damaged', 'vendor_token'] as const) alarms.raise(code)
  await clock.advance(23 * 60 * minute)
  expect(codes()).toEqual(['disk_low', 'webhook_off', 'store_damaged'])
  await clock.advance(365 * 24 * 60 * minute)
  expect(codes()).toEqual(['disk_low', 'webhook_off'])
})
