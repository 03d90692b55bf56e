import { expect, test } from 'vitest'
import type { WebhookState } from '#contract/desk/webhook.ts'
import { checksOf, type CheckFacts } from './checks.ts'

const none = { count: 0, first_at: null, last_at: null }
const webhook: WebhookState = {
  address: 'https://desk.test/webhooks/orders',
  mode: 'bearer',
  header: null,
  is_configured: true,
  since: '2026-11-20T08:00:00Z',
  last_heard_at: '2026-11-20T09:00:00Z',
  refused: none,
  unreadable: none,
}
const allWell: CheckFacts = {
  isArmed: true,
  isAwake: true,
  heard: 'yes',
  printed: 'yes',
  feed: { is: 'live' },
  roundTrip: { tookMs: 20, aheadMs: 900 },
  webhook,
  person: 'Sara',
}

const notWell = (facts: Partial<CheckFacts>) =>
  checksOf({ ...allWell, ...facts }).flatMap(({ state, message }) => (state === 'ok' ? [] : [`${state} ${message}`]))

test('leaves nothing to do if all is well', () => {
  expect(notWell({})).toEqual([])
  expect(notWell({ printed: 'none' })).toEqual([])
})

test.each<readonly [says: string, facts: Partial<CheckFacts>, points: readonly string[]]>([
  ['a tablet with sound off', { isArmed: false }, ['broken check.armed.broken']],
  ['asks whether the sound was heard', { heard: undefined }, ['ask check.sound.ask']],
  ['reports an unheard sound', { heard: 'no' }, ['broken check.sound.broken']],
  ['a screen that may go to sleep', { isAwake: false }, ['weak check.awake.weak']],
  ['reports a ticket that was not printed', { printed: 'no' }, ['broken check.printer.broken']],
  ['a desk that does not answer', { roundTrip: undefined }, ['broken check.feed.broken', 'weak check.clock.unknown']],
  ['a feed that is lost', { feed: { is: 'lost', since: 0 } }, ['weak check.feed.polling']],
  ['a slow connection', { roundTrip: { tookMs: 1600, aheadMs: 0 } }, ['weak check.feed.slow']],
  ['a clock that is ahead', { roundTrip: { tookMs: 20, aheadMs: 61_000 } }, ['weak check.clock.ahead']],
  ['a clock that is behind', { roundTrip: { tookMs: 20, aheadMs: -61_000 } }, ['weak check.clock.behind']],
  ['no secret', { webhook: { ...webhook, is_configured: false } }, ['broken check.webhook.off']],
  ['no notification yet', { webhook: { ...webhook, last_heard_at: null } }, ['weak check.webhook.never']],
  [
    'a refused notification',
    { webhook: { ...webhook, refused: { ...none, count: 1 } } },
    ['weak check.webhook.refused'],
  ],
  ['an unknown webhook', { webhook: undefined }, ['weak check.webhook.unknown']],
  ['nobody signed in', { person: null }, ['weak check.person.weak']],
])('%s', (_says, facts, points) => {
  expect(notWell(facts)).toEqual(points)
})
