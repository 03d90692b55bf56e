import { expect, onTestFinished, test, vi } from 'vitest'
import { logParameters } from './log-queries.ts'

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
