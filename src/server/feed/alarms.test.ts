import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { createAlarms } from './alarms.ts'

const minute = 60_000

function setUp() {
  const clock = createTestClock()
  const emitted: string[] = []
  const logged: unknown[] = []
  const alarms = createAlarms({
    clock,
    emit: (event) => emitted.push('code' in event ? event.code : event.type),
    peers: () => [],
    log: (...line) => void logged.push(line),
  })
  return { clock, emitted, logged, alarms }
}

test('merges alarms of one code from several servers, and reports only its own to them', async () => {
  const clock = createTestClock()
  const since = new Date(clock.now() - minute).toISOString()
  const message = { isAnybodyThere: true, tablets: [] }
  const theirs = [{ code: 'disk_low', since, count: 2 }]
  const peers = () => [message, { ...message, alarms: theirs }]
  const alarms = createAlarms({ clock, emit: () => undefined, peers, log: () => undefined })
  alarms.raise('disk_low')
  alarms.raise('webhook_off')
  const now = new Date(clock.now()).toISOString()
  expect(alarms.current()).toEqual([
    { code: 'disk_low', since, count: 3 },
    { code: 'webhook_off', since: now, count: 1 },
  ])
  expect(alarms.own().map(({ code, count }) => [code, count])).toEqual([
    ['disk_low', 1],
    ['webhook_off', 1],
  ])
})

test('emits an alarm at once, with start and count', () => {
  const { alarms, emitted } = setUp()
  expect(alarms.current()).toEqual([])
  alarms.raise('webhook_refused')
  expect(emitted).toEqual(['webhook_refused'])
  expect(alarms.current()).toEqual([{ code: 'webhook_refused', since: '2026-11-20T12:00:00.000Z', count: 1 }])
})

test('counts a continuing alarm, and emits it every five minutes', async () => {
  const { clock, alarms, emitted } = setUp()
  for (let second = 0; second < 600; second += 1) {
    alarms.raise('webhook_unreadable')
    await clock.advance(1000)
  }
  expect(emitted).toHaveLength(2)
  expect(alarms.current()).toEqual([{ code: 'webhook_unreadable', since: '2026-11-20T12:00:00.000Z', count: 600 }])
})

test('counts alarms separately', () => {
  const { alarms, emitted } = setUp()
  for (const code of ['disk_low', 'vendor_token', 'disk_low'] as const) alarms.raise(code)
  expect(emitted).toEqual(['disk_low', 'vendor_token'])
  expect(alarms.current()).toMatchObject([
    { code: 'disk_low', count: 2 },
    { code: 'vendor_token', count: 1 },
  ])
})

test('emits the end of an alarm once, and its return at once', () => {
  const { alarms, emitted } = setUp()
  alarms.raise('vendor_token')
  alarms.clear('vendor_token')
  alarms.clear('vendor_token')
  expect(alarms.current()).toEqual([])
  expect(emitted).toEqual(['vendor_token', 'vendor_token'])
  alarms.raise('vendor_token')
  expect(emitted).toHaveLength(3)
  alarms.clear('store_damaged')
  expect(alarms.current()).toMatchObject([{ code: 'vendor_token', count: 1 }])
})

test('clears an alarm after half an hour, and counts from one again', async () => {
  const { clock, alarms, emitted } = setUp()
  alarms.raise('webhook_refused')
  await clock.advance(10 * minute)
  alarms.raise('webhook_refused')
  await clock.advance(30 * minute - 1)
  expect(alarms.current()).toHaveLength(1)
  expect(emitted).toHaveLength(2)
  await clock.advance(1)
  expect(alarms.current()).toEqual([])
  expect(emitted).toHaveLength(3)
  alarms.raise('webhook_refused')
  expect(emitted).toHaveLength(4)
  expect(alarms.current()).toEqual([{ code: 'webhook_refused', since: '2026-11-20T12:40:00.000Z', count: 1 }])
})

test('keeps lasting alarms, and a repair for a day', async () => {
  const { clock, alarms } = setUp()
  const codes = () => alarms.current().map(({ code }) => code)
  for (const code of ['disk_low', 'webhook_off', 'store_damaged', 'vendor_token'] as const) alarms.raise(code)
  await clock.advance(23 * 60 * minute)
  expect(codes()).toEqual(['disk_low', 'webhook_off', 'store_damaged'])
  await clock.advance(365 * 24 * 60 * minute)
  expect(codes()).toEqual(['disk_low', 'webhook_off'])
})

test('logs the start and end of an alarm once each', () => {
  const { alarms, logged } = setUp()
  for (let count = 0; count < 3; count += 1) alarms.raise('vendor_token')
  expect(logged).toEqual([['alarm', { code: 'vendor_token' }, 'warn']])
  for (let count = 0; count < 2; count += 1) alarms.clear('vendor_token')
  expect(logged.slice(1)).toEqual([['alarm_over', { code: 'vendor_token' }]])
})
