import { notesBy } from '#server/auth/auth-outcomes.ts'
import { csvHead, csvRows, wallClock } from '#server/history/log-pages.ts'
import { fileName, logParameters } from './save-log.tsx'
import { expect, onTestFinished, test, vi } from 'vitest'

const fileOf = (...moments: readonly string[]): string => {
  const entries = moments.map((at) =>
    // A name that resembles the end of a row.
    notesBy({ now: () => Date.parse(at) }, null)('cut off', 'x\r\n"2020-01-01 10:00:00"\r\n'),
  )
  return csvHead + csvRows(entries, new Map(), wallClock('Asia/Baghdad'))
}

test('names the file by the days of its rows in local time', () => {
  expect(fileName(fileOf('2026-11-20T12:00:00Z', '2026-11-20T08:00:00Z'))).toBe('vendor-desk-log-2026-11-20.csv')
  expect(fileName(fileOf('2026-11-20T21:00:00Z', '2026-11-19T08:00:00Z'))).toBe(
    'vendor-desk-log-2026-11-19-to-2026-11-21.csv',
  )
})

test('leaves the days out of the name without rows', () => {
  expect(fileName(fileOf())).toBe('vendor-desk-log.csv')
})

test.each([
  ['UTC', '2026-04-24', '2026-04-25T00:00:00.000Z'],
  // The clocks go forward at midnight, so this day has none.
  ['Africa/Cairo', '2026-04-24', '2026-04-24T21:00:00.000Z'],
  ['Asia/Beirut', '2026-03-29', '2026-03-29T21:00:00.000Z'],
])('in %s ends the log until %s with that day', (zone, day, until) => {
  vi.stubEnv('TZ', zone)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(logParameters({ day })).toEqual({ until })
})
