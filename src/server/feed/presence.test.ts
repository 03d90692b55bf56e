import { expect, test } from 'vitest'
import type { TabletState } from '#contract/desk/session.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import type { PeerMessage } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { createPresence, readBeat, readPage } from './presence.ts'

const armed: TabletState = {
  armed: true,
  sound: true,
  awake: true,
  feed: true,
  notifications: true,
  touched: true,
}

const till = { id: 'till', role: 'counter' as const }
const wall = { id: 'wall', role: 'counter' as const }

function setUp() {
  const clock = createTestClock()
  const feeds = new Map<string, number>()
  const streamsOf = (role: TabletRole, tablet?: string) =>
    role !== 'counter'
      ? 0
      : tablet === undefined
        ? [...feeds.values()].reduce((sum, count) => sum + count, 0)
        : (feeds.get(tablet) ?? 0)
  const peers: PeerMessage[] = []
  return { clock, feeds, peers, presence: createPresence({ clock, streamsOf, peers: () => peers }) }
}

test('reports nobody present without feeds and beats', () => {
  expect(setUp().presence.isAnybodyThere()).toBe(false)
})

test('counts a beat for 75 seconds', async () => {
  const { clock, presence } = setUp()
  presence.beat(till, armed)
  await clock.advance(74_999)
  expect(presence.isAnybodyThere()).toBe(true)
  await clock.advance(1)
  expect(presence.isAnybodyThere()).toBe(false)
  presence.beat(till, armed)
  expect(presence.isAnybodyThere()).toBe(true)
})

test('counts an open feed without beats', async () => {
  const { clock, feeds, presence } = setUp()
  feeds.set('wall', 1)
  await clock.advance(600_000)
  expect(presence.isAnybodyThere()).toBe(true)
  feeds.delete('wall')
  expect(presence.isAnybodyThere()).toBe(false)
})

test('ignores the open feed of a tablet that stopped beating, but not another’s', async () => {
  const { clock, feeds, presence } = setUp()
  feeds.set('till', 2)
  presence.beat(till, armed)
  await clock.advance(75_000)
  expect(presence.isAnybodyThere()).toBe(false)
  feeds.set('wall', 1)
  expect(presence.isAnybodyThere()).toBe(true)
})

test('lists each tablet’s last state and presence for a day', async () => {
  const { clock, presence } = setUp()
  presence.beat(till, armed)
  presence.beat(wall, armed)
  await clock.advance(80_000)
  presence.beat(wall, { ...armed, sound: false })
  expect(presence.list()).toEqual([
    { tablet: 'till', role: 'counter', agoMs: 80_000, isThere: false, ...armed },
    { tablet: 'wall', role: 'counter', agoMs: 0, isThere: true, ...armed, sound: false },
  ])
  expect([...presence.states()]).toEqual([['wall', { ...armed, sound: false }]])
  await clock.advance(24 * 60 * 60 * 1000 - 1)
  expect(presence.list().map(({ tablet }) => tablet)).toEqual(['wall'])
})

test('lists a tablet of several servers once, by its latest beat', async () => {
  const { clock, peers, presence } = setUp()
  presence.beat(till, armed)
  await clock.advance(80_000)
  expect(presence.isAnybodyThere()).toBe(false)
  const tablets = [{ tablet: 'till', agoMs: 3000, ...armed, sound: false }]
  peers.push({ isAnybodyThere: true, tablets })
  expect(presence.isAnybodyThere()).toBe(true)
  expect(presence.list()).toEqual([{ ...tablets[0], isThere: true }])
  expect(presence.report()).toEqual({
    isAnybodyThere: false,
    tablets: [{ tablet: 'till', role: 'counter', agoMs: 80_000, ...armed }],
  })
})

test('reports a tablet as ringing if one of its tabs does, until 75 seconds without a beat', async () => {
  const { clock, presence } = setUp()
  const silent = { ...armed, armed: false, sound: false, touched: false }
  presence.beat(till, { ...armed, touched: false }, { tab: 'board' })
  await clock.advance(50_000)
  presence.beat(till, silent, { tab: 'catalog' })
  expect(presence.list()).toEqual([
    { tablet: 'till', role: 'counter', agoMs: 0, isThere: true, ...armed, touched: false },
  ])
  await clock.advance(25_000)
  expect(presence.states().get('till')).toEqual(silent)
  // Reloaded, it reports another state.
  presence.beat(till, { ...armed, feed: false }, { tab: 'catalog' })
  expect(presence.states().get('till')).toEqual({ ...armed, feed: false })
  presence.beat(till, silent, { tab: 'catalog' })
  expect(presence.states().get('till')).toEqual(silent)
})

test('keeps the last few tabs of a tablet', async () => {
  const { clock, presence } = setUp()
  presence.beat(till, armed, { tab: 'first' })
  for (let tab = 0; tab < 8; tab += 1) presence.beat(till, { ...armed, armed: false }, { tab: `tab-${tab}` })
  expect(presence.states().get('till')).toMatchObject({ armed: false })
  await clock.advance(24 * 60 * 60 * 1000 + 1)
  expect(presence.list()).toEqual([])
})

test('accepts only a short text as a tab id', () => {
  expect(readPage({ tab: 'a' }).tab).toBe('a')
  for (const body of [undefined, null, [], { tab: 7 }, { tab: 'x'.repeat(41) }])
    expect(readPage(body).tab).toBeUndefined()
})

test('reads missing and invalid fields as false', () => {
  const nothing = { armed: false, sound: false, awake: false, feed: false, notifications: false, touched: false }
  expect(readBeat({ ...nothing, armed: true, sound: 1, awake: 'true' })).toEqual({ ...nothing, armed: true })
  for (const body of [undefined, null, 'x', [], 7]) expect(readBeat(body), String(body)).toEqual(nothing)
})

test('takes neither the feed nor the beat of a station or a display for somebody who is there', () => {
  for (const role of ['station', 'display'] as const) {
    const { clock, peers } = setUp()
    const presence = createPresence({ clock, streamsOf: (of) => (of === role ? 1 : 0), peers: () => peers })
    presence.beat({ id: 'kitchen', role }, armed)
    expect(presence.isAnybodyThere()).toBe(false)
    expect(presence.report()).toMatchObject({ isAnybodyThere: false, tablets: [{ tablet: 'kitchen', role }] })
    expect(presence.states().get('kitchen')).toEqual(armed)
    expect(presence.states('counter').size).toBe(0)
    peers.push({ isAnybodyThere: false, tablets: [{ ...armed, tablet: 'wall', role, agoMs: 0 }] })
    expect(presence.isAnybodyThere()).toBe(false)
    presence.beat(till, armed)
    expect(presence.isAnybodyThere()).toBe(true)
  }
})

test('takes a counter that shows nothing but the display for nobody', async () => {
  const { clock, feeds, presence } = setUp()
  const silent = { ...armed, armed: false }
  feeds.set('till', 1)
  presence.beat(till, armed, { tab: 'one' })
  expect(presence.isAnybodyThere()).toBe(true)
  // The same page goes from the board to the display.
  presence.beat(till, silent, readPage({ tab: 'one', is_display: true }))
  expect(presence.isAnybodyThere()).toBe(false)
  expect(presence.states().get('till')).toEqual(silent)
  expect(presence.report().isAnybodyThere).toBe(false)
  // On a second screen the board is shown beside it.
  feeds.set('till', 2)
  presence.beat(till, armed, readPage({ tab: 'two' }))
  expect(presence.isAnybodyThere()).toBe(true)
  expect(presence.states().get('till')).toEqual(armed)
  await clock.advance(50_000)
  presence.beat(till, silent, readPage({ tab: 'one', is_display: true }))
  await clock.advance(25_000)
  expect(presence.isAnybodyThere()).toBe(false)
})

test('forgets what a tablet of another role reported', () => {
  const { presence } = setUp()
  presence.beat(till, armed)
  presence.forget('till')
  expect(presence.isAnybodyThere()).toBe(false)
  presence.beat({ id: 'till', role: 'display' }, armed)
  expect(presence.isAnybodyThere()).toBe(false)
  expect(presence.states('display').has('till')).toBe(true)
})
