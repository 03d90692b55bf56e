import { rowOf } from '#testing/row-of.ts'
import { createReadyReminder } from './ready-reminder.ts'
import { expect, test } from 'vitest'

const noon = Date.parse('2026-11-20T12:00:00Z')
const minute = 60_000
const iso = (minutes: number) => new Date(noon + minutes * minute).toISOString()
const who = { person: 'Sara', tablet: 'Till' }
const readyAt = (id: string, minutes: number | undefined) =>
  rowOf(id, { lane: 'ready', last_done: minutes === undefined ? null : { action: 'ready', at: iso(minutes) } })

interface Options {
  readonly every?: number
  readonly isQuiet?: (minutes: number) => boolean
}

/** Checks every half minute, and lists the minutes of the reminders with their orders. */
function listen(
  rows: Parameters<ReturnType<typeof createReadyReminder>['due']>[0],
  from: number,
  to: number,
  { every = 10, isQuiet = () => true }: Options = {},
  reminder = createReadyReminder(),
) {
  const heard: string[] = []
  for (let at = from; at < to; at += 0.5) {
    const due = reminder.due(rows, noon + at * minute, every, isQuiet(at))
    if (due.length > 0) heard.push(`${at} ${due.join('+')}`)
  }
  return heard
}

test('reminds of a ready order again and again until it is handed over', () => {
  const reminder = createReadyReminder()
  expect(listen([readyAt('A1', 0)], 0, 35, {}, reminder)).toEqual(['10 A1', '20 A1', '30 A1'])
  const handedOver = { ...readyAt('A1', 0), handed_over: { by: who, at: iso(35), code: 'none' } as never }
  expect(listen([handedOver], 35, 60, {}, reminder)).toEqual([])
})

test.each([
  ['turned off', [readyAt('A1', 0)], { every: 0 }],
  ['in preparation', [{ ...readyAt('A1', 0), lane: 'preparing' as const }], {}],
  ['returned', [{ ...readyAt('A1', 0), returned: { by: who, at: iso(1) } as never }], {}],
])('does not remind: %s', (_why, rows, options) => {
  expect(listen(rows, 0, 60, options)).toEqual([])
})

test('names every order that has waited long enough', () => {
  expect(listen([readyAt('A1', 0), readyAt('A2', 4), readyAt('A3', 15)], 0, 21)).toEqual([
    '10 A1',
    '14 A1+A2',
    '20 A1+A2',
  ])
})

test('counts from when the tablet first saw it if nobody here marked it as ready', () => {
  expect(listen([readyAt('A1', undefined)], 3, 25)).toEqual(['13 A1', '23 A1'])
})

test('waits until nothing else sounds', () => {
  expect(listen([readyAt('A1', 0)], 0, 25, { isQuiet: (at) => at < 9 || at > 12 })).toEqual(['12.5 A1', '20 A1'])
})

test('keeps its pace when the page is opened later', () => {
  expect(listen([readyAt('A1', -35)], 0, 12)).toEqual(['5 A1'])
})
