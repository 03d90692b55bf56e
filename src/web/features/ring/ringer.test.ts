import { lanes } from '#contract/desk/inbox.ts'
import type { NotificationText } from '#web/tablet/notification.ts'
import { createRinger, ringOf, type RingRow, type Situation } from './ringer.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const text = { title: '1 order waits', body: 'Tap' }
const calm = { waiting: 1, urgency: 'calm', nextChangeAt: undefined } as const
const quiet: Situation = { now: 0, ring: undefined, isLost: false, isHidden: false, text: undefined }

function setUp() {
  const heard: string[] = []
  const toasts: (NotificationText | undefined)[] = []
  const ringer = createRinger(
    { ring: (urgency) => heard.push(urgency), lost: () => heard.push('lost') },
    { want: (wanted) => toasts.push(wanted) },
  )
  /** Beats every half second and records each sound with its second. */
  function listen(seconds: number, situation: Partial<Situation>, from = 0) {
    const log: string[] = []
    for (let now = from * 1000; now < (from + seconds) * 1000; now += 500) {
      heard.length = 0
      ringer.beat({ ...quiet, ...situation, now })
      log.push(...heard.map((sound) => `${now / 1000} ${sound}`))
    }
    return log
  }
  return { listen, notices: toasts }
}

test('is silent without waiting orders', () => {
  expect(setUp().listen(60, {})).toEqual([])
})

test('rings at once, and faster as time runs out', () => {
  const { listen } = setUp()
  expect(listen(7, { ring: calm })).toEqual(['0 calm', '3 calm', '6 calm'])
  expect(listen(4, { ring: { ...calm, urgency: 'amber' } }, 7)).toEqual(['8 amber', '10 amber'])
  expect(listen(3, { ring: { ...calm, urgency: 'red' } }, 11)).toEqual(['11 red', '12 red', '13 red'])
})

test('starts a new ring at once, even right after an old one', () => {
  const { listen } = setUp()
  listen(1, { ring: calm })
  listen(0.5, {}, 1)
  expect(listen(1, { ring: calm }, 1.5)).toEqual(['1.5 calm'])
})

test('plays the lost tone for a lost connection, also while orders ring', () => {
  const { listen } = setUp()
  expect(listen(13, { isLost: true })).toEqual(['0 lost', '6 lost', '12 lost'])
  expect(setUp().listen(7, { isLost: true, ring: calm })).toEqual([
    '0 lost',
    '0.5 calm',
    '3.5 calm',
    '6 lost',
    '6.5 calm',
  ])
})

test('rings on when the clock is set back', () => {
  const { listen } = setUp()
  listen(1, { ring: calm }, 5000)
  expect(listen(1, { ring: calm }, 100)).toEqual(['100 calm'])
})

test('shows a notification on a hidden page while it rings', () => {
  const { listen, notices: toasts } = setUp()
  listen(0.5, { ring: calm, text })
  listen(0.5, { ring: calm, text, isHidden: true })
  listen(0.5, { isHidden: true })
  listen(0.5, { ring: calm, text, isHidden: true })
  listen(0.5, { ring: calm, text })
  expect(toasts).toEqual([undefined, text, undefined, text, undefined])
})

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
  expect(ring([waiting], 0)).toEqual({ waiting: 1, urgency: 'calm', nextChangeAt: at(150) })
  expect(ring([waiting], 150)).toEqual({ waiting: 1, urgency: 'amber', nextChangeAt: at(240) })
  expect(ring([waiting], 240)).toEqual({ waiting: 1, urgency: 'red', nextChangeAt: undefined })
  expect(ring([waiting], 99_999)).toEqual({ waiting: 1, urgency: 'red', nextChangeAt: undefined })
  for (const lane of lanes.filter((each) => each !== 'answer')) expect(ring([{ ...waiting, lane }], 10)).toBeUndefined()
})

test('is silent for an acknowledged order until its silence ends', () => {
  expect(ring([seenUntil(45)], 44.999)).toBeUndefined()
  expect(ring([seenUntil(45)], 45)).toMatchObject({ waiting: 1, urgency: 'calm' })
  expect(ring([seenUntil(45), waiting], 10)).toEqual({ waiting: 1, urgency: 'calm', nextChangeAt: at(45) })
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
