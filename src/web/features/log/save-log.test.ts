import { expect, test } from 'vitest'
import { csvHead, csvRows, wallClock } from '#server/history/log-csv.ts'
import { notesBy } from '#server/auth/auth-log.ts'
import { fileName } from './save-log.tsx'

const fileOf = (...moments: readonly string[]): string => {
  const entries = moments.map((at) =>
    // A name that resembles the end of a row.
    notesBy({ now: () => Date.parse(at) }, null)('cut off', 'x\r\n"2020-01-01 10:00:00"\r\n'),
  )
  return csvHead + csvRows(entries, new Map(), wallClock('Asia/Baghdad'))
}

test('the log as a file is named after the days that are in it, as the tablet counts them', () => {
  expect(fileName(fileOf('2026-11-20T12:00:00Z', '2026-11-20T08:00:00Z'))).toBe('vendor-desk-log-2026-11-20.csv')
  expect(fileName(fileOf('2026-11-20T21:00:00Z', '2026-11-19T08:00:00Z'))).toBe(
    'vendor-desk-log-2026-11-19-to-2026-11-21.csv',
  )
})

test('without a row there is no day in its name', () => {
  expect(fileName(fileOf())).toBe('vendor-desk-log.csv')
})
