import { contactLostMs, createContactWatch } from './contact-watch.ts'
import { expect, test } from 'vitest'

function setUp() {
  const watch = createContactWatch()
  return {
    /** Checks every second from one to another, and returns the last answer. */
    pass(from: number, to: number, facts: { live: boolean; readAt?: number }) {
      let contact = { hasContact: false, isDoubted: false }
      for (let second = from; second <= to; second += 1)
        contact = watch.check({
          now: second * 1000,
          isFeedLive: facts.live,
          boardReadAt: facts.readAt === undefined ? undefined : facts.readAt * 1000,
        })
      return contact.hasContact
    },
    doubts: (second: number) => watch.check({ now: second * 1000, isFeedLive: true, boardReadAt: undefined }).isDoubted,
  }
}

const limit = contactLostMs / 1000

test('has contact while the feed is live, and for half a minute afterwards', () => {
  const { pass } = setUp()
  expect(pass(0, 1000, { live: true, readAt: 0 })).toBe(true)
  expect(pass(1001, 1000 + limit, { live: false, readAt: 0 })).toBe(true)
  expect(pass(1001 + limit, 1001 + limit, { live: false, readAt: 0 })).toBe(false)
  expect(pass(1002 + limit, 1002 + limit, { live: true, readAt: 0 })).toBe(true)
})

test('has contact while the board is read without a feed', () => {
  const { pass } = setUp()
  expect(pass(0, 0, { live: false, readAt: 0 })).toBe(true)
  expect(pass(1, 100, { live: false, readAt: 80 })).toBe(true)
  expect(pass(101, 111, { live: false, readAt: 80 })).toBe(false)
})

test('has no contact before the first sign of the server', () => {
  expect(setUp().pass(0, 0, { live: false })).toBe(false)
})

test('doubts a feed that counts as live after a night asleep, until the board is read', () => {
  const { pass, doubts } = setUp()
  const night = 8 * 60 * 60
  pass(0, 10, { live: true, readAt: 0 })
  expect(doubts(night)).toBe(true)
  expect(pass(night + 1, night + 60, { live: true, readAt: 0 })).toBe(false)
  expect(pass(night + 61, night + 61, { live: true, readAt: night + 61 })).toBe(true)
  expect(pass(night + 62, night + 200, { live: true, readAt: night + 61 })).toBe(true)
})

test('does not believe the feed that ends after a night asleep, until there is a new one', () => {
  const { pass, doubts } = setUp()
  const night = 8 * 60 * 60
  pass(0, 10, { live: true, readAt: 0 })
  doubts(night)
  expect(pass(night + 1, night + 2, { live: false, readAt: 0 })).toBe(false)
  expect(pass(night + 3, night + 3, { live: true, readAt: 0 })).toBe(true)
})
