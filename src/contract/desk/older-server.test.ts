import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rowOf } from '#testing/row-of.ts'
import { inbox } from './inbox.ts'
import { readShift } from './shift.ts'

// While servers are updated one after the other, a page may be newer than the server that answers it.

test('reads the board of a server that knows no digital goods', () => {
  const { is_digital: _none, ...row } = rowOf('A1')
  const meta = { version: 1, server_time: '2026-11-20T12:00:00Z', alarms: [], is_watching: true }
  expect(z.safeParse(inbox.list.answer, { data: [row], meta }).success).toBe(true)
})

test('reads the shift of a server that names no missed orders', () => {
  const fates = { accepted: 0, rejected: 0, missed: 0, waiting: 0, other: 0 }
  const first = { count: 0, median_ms: null, slowest_ms: null, slowest: null }
  const data = { from: '', to: '', heard: 0, ...fates, ready: 0, first_answer: first, reasons: [], bars: [] }
  expect(z.safeParse(readShift.answer, { data }).success).toBe(true)
})
