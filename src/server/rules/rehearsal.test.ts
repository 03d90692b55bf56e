import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rules, type AutoAccept } from '#contract/desk/rules.ts'
import { createTestClock } from '#testing/clock.ts'
import type { TestDesk } from '#testing/desk.ts'
import { accepts, openRuledDesk, plainBasket, setRule, timelineOf } from '#testing/rules.ts'

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

async function rehearse(desk: Pick<TestDesk, 'post'>, during: TestDesk['during'], rule: Partial<AutoAccept>) {
  const answer = await during(0, desk.post('/api/desk/rules/rehearsal', { auto_accept: rule }))
  expect(answer.status).toBe(200)
  return z.parse(rules.rehearse.answer, await answer.json())
}

/** Orders of a few minutes, of which people answer the rest. */
async function pass(desk: TestDesk, count: number) {
  const ids: string[] = []
  for (let place = 0; place < count; place += 1) {
    const basket = plainBasket(place)
    const lines = basket.lines.map((line) => ({
      ...line,
      quantity: 1 + (place % 4),
      customizations: place % 5 === 4 ? { note: 'No bag' } : null,
    }))
    ids.push((await desk.order(place % 7 === 6 ? 'digital' : 'ordinary', place % 7 === 6 ? {} : { lines })).id)
    await desk.clock.advance(40 * second)
  }
  await desk.clock.advance(6 * minute)
  return ids
}

const strict = { max_pieces: 3, max_open: 4 }

test.each(['now', 'last_moment'] as const)('says of a rule that accepts %s what it really did', async (when) => {
  const desk = await openRuledDesk({ when, ...strict })
  const ids = await pass(desk, 30)
  const really = new Map<string, string>()
  for (const id of ids) {
    const left = (await timelineOf(desk, id)).find(({ what }) => what === 'rule_left')
    really.set(id, accepts(desk).includes(id) ? 'fits' : (left?.detail ?? ''))
  }
  await setRule(desk, { enabled: false })
  const { data, meta } = await rehearse(desk, desk.during, { when, ...strict, requires_presence: true })
  expect(meta).toEqual({ days: 30 })
  expect(new Map(data.map((each) => [each.order_id, each.because]))).toEqual(really)
  expect(new Set(really.values()).size).toBeGreaterThan(3)
  expect(data.map(({ order_id: id }) => id)).toEqual(ids.toReversed())
  expect(data.every(({ would_accept: would, because }) => would === (because === 'fits'))).toBe(true)
})

test('is of the last thirty days, and changes nothing', async () => {
  const before = await openRuledDesk(null)
  const [old] = await pass(before, 1)
  const { store } = before.kill()
  // Another server, because a desk that runs for a month takes many seconds.
  const clock = createTestClock(before.clock.now() + 31 * day)
  const desk = await openRuledDesk(null, { store, clock })
  // Its service begins with the first id again.
  desk.vendor.placeOrder('ordinary')
  const [id] = await pass(desk, 1)
  expect(id).not.toBe(old)
  const { data } = await rehearse(desk, desk.during, { when: 'now', enabled: true })
  expect(data).toMatchObject([{ order_id: id, would_accept: true, because: 'fits' }])
  expect(data[0]?.number).toMatch(/^A-/)
  expect(await (await desk.ask('/api/desk/rules')).json()).toMatchObject({ auto_accept: { enabled: false } })
  expect(accepts(desk)).toEqual([])
})
