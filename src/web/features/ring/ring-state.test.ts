import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lanes } from '#contract/desk/inbox.ts'
import { ringOf, type RingRow } from './ring-state.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const windowSeconds = 300
const iso = (seconds: number) => new Date(noon + seconds * 1000).toISOString()
const by = { person: 'Sara', tablet: 'Till' }
const ring = (rows: readonly RingRow[], seconds: number) => ringOf(rows, noon + seconds * 1000, windowSeconds)
const at = (seconds: number) => noon + seconds * 1000

/** An order that was received at noon. */
const waiting: RingRow = { lane: 'answer', received_at: iso(0), respond_by: iso(300), acknowledged: null }
const seenUntil = (seconds: number): RingRow => ({ ...waiting, acknowledged: { by, until: iso(seconds) } })

const second = fc.integer({ min: -400, max: 900 })
const row = fc.record({
  lane: fc.constantFrom(...lanes),
  received_at: second.map(iso),
  respond_by: fc.option(second.map(iso)),
  acknowledged: fc.option(second.map((until) => ({ by, until: iso(until) }))),
})
const rows = fc.array(row, { maxLength: 6 })
const loudness = { calm: 1, amber: 2, red: 3 }

test('rings for an order until it is answered, also after its deadline', () => {
  expect(ring([], 0)).toBeUndefined()
  expect(ring([waiting], 0)).toEqual({ waiting: 1, seen: 0, urgency: 'calm', nextChangeAt: at(150) })
  expect(ring([waiting], 150)).toEqual({ waiting: 1, seen: 0, urgency: 'amber', nextChangeAt: at(240) })
  expect(ring([waiting], 240)).toEqual({ waiting: 1, seen: 0, urgency: 'red', nextChangeAt: undefined })
  expect(ring([waiting], 99_999)).toEqual({ waiting: 1, seen: 0, urgency: 'red', nextChangeAt: undefined })
  for (const lane of lanes.filter((each) => each !== 'answer')) expect(ring([{ ...waiting, lane }], 10)).toBeUndefined()
})

test('is silent for an acknowledged order until its silence ends', () => {
  expect(ring([seenUntil(45)], 44.999)).toBeUndefined()
  expect(ring([seenUntil(45)], 45)).toMatchObject({ waiting: 1, urgency: 'calm' })
  expect(ring([seenUntil(45), waiting], 10)).toEqual({ waiting: 1, seen: 1, urgency: 'calm', nextChangeAt: at(45) })
})

test('takes the urgency from the least time left of the orders that ring', () => {
  const old = { ...waiting, respond_by: iso(30) }
  expect(ring([waiting, old], 0)).toMatchObject({ waiting: 2, urgency: 'red' })
  expect(ring([waiting, { ...old, acknowledged: { by, until: iso(45) } }], 0)).toMatchObject({ urgency: 'calm' })
})

test('computes a missing deadline from the time of receipt, and treats an unreadable one as urgent', () => {
  expect(ring([{ ...waiting, respond_by: null }], 149)).toMatchObject({ urgency: 'calm', nextChangeAt: at(150) })
  expect(ring([{ ...waiting, respond_by: 'soon' }], 0)).toMatchObject({ waiting: 1, urgency: 'red' })
  expect(ring([{ ...waiting, acknowledged: { by, until: 'soon' } }], 0)).toMatchObject({ waiting: 1 })
})

test('depends on the waiting orders and the time only, not on their sequence', () => {
  fc.assert(
    fc.property(rows, second, (all, now) => {
      const before = JSON.stringify(all)
      const heard = ring(all, now)
      expect(ring([...all].reverse(), now)).toEqual(heard)
      expect(ring(structuredClone(all), now)).toEqual(heard)
      expect(
        ring(
          all.map((each) => ({ ...each, order: {}, last_action: null, problem: 'vendor' })),
          now,
        ),
      ).toEqual(heard)
      const others = all.filter(({ lane }) => lane !== 'answer').map((each) => ({ ...each, respond_by: iso(0) }))
      expect(ring([...all, ...others], now)).toEqual(heard)
      expect(JSON.stringify(all)).toBe(before)
    }),
  )
})

test('is silent exactly when every waiting order is acknowledged', () => {
  fc.assert(
    fc.property(rows, second, (all, now) => {
      const isHeard = all.some(
        ({ lane, acknowledged }) => lane === 'answer' && !(acknowledged && Date.parse(acknowledged.until) > at(now)),
      )
      expect(ring(all, now) !== undefined).toBe(isHeard)
    }),
  )
})

test('changes exactly at the next change', () => {
  fc.assert(
    fc.property(rows, second, fc.double({ min: 0, max: 0.999, noNaN: true }), (all, now, part) => {
      const heard = ring(all, now)
      const next = heard?.nextChangeAt
      const until = next ?? at(now + 5000)
      const between = Math.floor(at(now) + (until - at(now)) * part)
      if (!heard) return
      expect(ringOf(all, between, windowSeconds)).toEqual(heard)
      const then = next === undefined ? undefined : ringOf(all, next, windowSeconds)
      expect([then?.waiting, then?.urgency]).not.toEqual([heard.waiting, heard.urgency])
    }),
  )
})

test('never gets calmer or covers fewer orders by time alone', () => {
  fc.assert(
    fc.property(rows, second, fc.nat(600), (all, now, later) => {
      const heard = ring(all, now)
      const then = ring(all, now + later)
      if (!heard) return
      expect(then?.waiting).toBeGreaterThanOrEqual(heard.waiting)
      expect(loudness[then?.urgency ?? 'calm']).toBeGreaterThanOrEqual(loudness[heard.urgency])
    }),
  )
})
