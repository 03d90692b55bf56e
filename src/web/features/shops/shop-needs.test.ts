import { expect, test } from 'vitest'
import type { ShopLine, ShopSummary } from '#contract/desk/shops.ts'
import { alarmsOf, byNeed, isCurrent, needOf, troubledPrinters } from './shop-needs.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const at = (secondsAgo: number): string => new Date(now - secondsAgo * 1000).toISOString()

const calm: ShopSummary = {
  server_time: at(0),
  waiting: 0,
  waiting_since: null,
  counters: { there: 1, ringing: 1 },
  printers: [{ name: 'Kitchen', is: 'ready', since: at(600) }],
  alarms: [],
  today: { from: at(7200), time_zone: 'UTC', orders: 3, missed: 0, sales: [] },
}

const line = (name: string, summary: Partial<ShopSummary> | null, rest: Partial<ShopLine> = {}): ShopLine => ({
  name,
  url: `https://${name}.example`,
  is_here: false,
  has_key: true,
  problem: null,
  since: at(1),
  summary: summary && { ...calm, ...summary },
  ...rest,
})

test('puts the shop first that needs somebody first', () => {
  const lines = [
    line('calm', {}),
    line('no-key', null, { problem: 'no_key', since: null }),
    line('alarm', { alarms: [{ code: 'disk_low', since: at(60) }] }),
    line('printer', { printers: [{ name: 'Kitchen', is: 'paper_out', since: at(60) }] }),
    line('sound-off', { counters: { there: 1, ringing: 0 } }),
    line('silent', {}, { problem: 'no_contact' }),
    line('arrived', { waiting: 5, waiting_since: at(20) }),
    line('waits', { waiting: 1, waiting_since: at(60) }),
    line('arrived-unheard', { waiting: 1, waiting_since: at(5), counters: { there: 1, ringing: 0 } }),
    line('arrived-no-paper', {
      waiting: 1,
      waiting_since: at(5),
      printers: [{ name: 'Kitchen', is: 'paper_out', since: at(60) }],
    }),
    line('waits-longest', { waiting: 1, waiting_since: at(200) }),
    line('silent-and-waits', { waiting: 2, waiting_since: at(90) }, { problem: 'too_slow' }),
  ]
  expect(byNeed(lines, now).map(({ name }) => name)).toEqual([
    'waits-longest',
    'silent-and-waits',
    'waits',
    'arrived-unheard',
    'silent',
    'sound-off',
    'printer',
    'arrived-no-paper',
    'alarm',
    'arrived',
    'calm',
    'no-key',
  ])
})

test('keeps the order of shops that need as much', () => {
  const lines = ['b', 'a', 'c'].map((name) => line(name, {}))
  expect(byNeed(lines, now)).toEqual(lines)
  const waiting = ['b', 'a'].map((name) => line(name, { waiting: 1, waiting_since: null }))
  expect(byNeed(waiting, now)).toEqual(waiting)
})

test('names the printers that do not print before those that soon will not', () => {
  const printer = (name: string, is: string) => ({ name, is, since: at(60) })
  const printers = [
    printer('A', 'paper_low'),
    printer('B', 'ready'),
    printer('C', 'on_fire'),
    printer('D', 'unknown'),
    printer('E', 'error'),
  ]
  expect(troubledPrinters({ ...calm, printers })).toEqual([
    { name: 'C', is: null },
    { name: 'E', is: 'error' },
    { name: 'A', is: 'paper_low' },
  ])
  expect(needOf(line('low', { printers: [printer('A', 'paper_low')] }), now)).toBe('nothing')
})

test('leaves out alarms that printers show, and keeps unknown ones', () => {
  const alarms = ['printer_paper_out', 'disk_low', 'of_next_year'].map((code) => ({ code, since: at(60) }))
  expect(alarmsOf({ ...calm, alarms })).toEqual(['disk_low', null])
})

test('takes a line for current for as long as some readings may take', () => {
  expect(isCurrent(line('a', {}), now)).toBe(true)
  expect(isCurrent(line('a', {}, { since: at(60) }), now)).toBe(false)
  expect(isCurrent(line('a', {}, { problem: 'busy' }), now)).toBe(false)
  expect(isCurrent(line('a', null, { since: null }), now)).toBe(false)
})
