import { countAnswer, dropTicket, tickets, requestTicket } from '#web/api/screen-state.ts'
import { isUnderWay, nameOfPage, newestPage, type UpdateFacts, updateStep } from './update-rule.ts'
import { expect, test } from 'vitest'

const free: UpdateFacts = {
  isArmed: false,
  isOnOrder: false,
  isUnderWay: false,
  isInHand: false,
  isWaitedFor: false,
  isSaying: false,
  hasContact: true,
  wasTried: false,
  untouchedMs: 60_000,
}

test('a tablet that nobody needs at the moment loads the new page by itself', () => {
  expect(updateStep(free)).toBe('reload')
  expect(updateStep({ ...free, untouchedMs: 59_999 })).toBe('tell')
})

test.each([
  ['it is armed, and would fall silent', { isArmed: true }],
  ['something is said that nobody has read', { isSaying: true }],
  ['there is no contact to load it by', { hasContact: false }],
  ['it was loaded for that version before', { wasTried: true }],
] satisfies (readonly [string, Partial<UpdateFacts>])[])('it is only told of where %s', (_name, facts) => {
  expect(updateStep({ ...free, ...facts, untouchedMs: 24 * 60 * 60_000 })).toBe('tell')
})

test('while an order waits or is open, or something is under way or in hand, it is not told of', () => {
  expect(updateStep({ ...free, isWaitedFor: true })).toBe('hide')
  expect(updateStep({ ...free, isOnOrder: true })).toBe('hide')
  expect(updateStep({ ...free, isUnderWay: true, untouchedMs: 24 * 60 * 60_000 })).toBe('hide')
  expect(updateStep({ ...free, isInHand: true })).toBe('hide')
})

test('nothing is put under a finger, nor taken away from it', () => {
  expect(updateStep({ ...free, untouchedMs: 4999 })).toBe('keep')
  expect(updateStep({ ...free, untouchedMs: 5000 })).toBe('tell')
})

test('an answer is under way until the last of them has arrived', () => {
  expect(isUnderWay()).toBe(false)
  countAnswer(1)
  countAnswer(1)
  countAnswer(-1)
  expect(isUnderWay()).toBe(true)
  countAnswer(-1)
  expect(isUnderWay()).toBe(false)
})

test('so is a ticket until it was printed, or is no longer wanted', () => {
  requestTicket('1', true)
  expect(isUnderWay()).toBe(true)
  for (const wish of tickets.read()) dropTicket(wish)
  expect(isUnderWay()).toBe(false)
})

const pageOf = (entry: string, styles = 'assets/index-s.css') =>
  `<!doctype html><script type="module" crossorigin src="${entry}"></script><style data-name="${styles}">b{}</style>`
const asked = (answer: () => Promise<Response>) => newestPage(answer, nameOfPage(pageOf('/assets/index-a.js')) ?? '')

test('the desk has this page, or a newer one, by the names of its first script and its stylesheet', async () => {
  expect(await asked(async () => new Response(pageOf('/assets/index-a.js')))).toEqual({ is: 'this' })
  for (const page of [pageOf('/assets/index-b.js'), pageOf('/assets/index-a.js', 'assets/index-t.css')])
    expect(await asked(async () => new Response(page))).toEqual({ is: 'newer', name: nameOfPage(page) })
})

test('what is no page of the desk’s tells nothing', async () => {
  for (const answer of [
    async () => new Response('<h1>Sign in to the Wi-Fi</h1>'),
    async () => new Response(pageOf('/assets/index-b.js'), { status: 502 }),
    () => Promise.reject(new TypeError('no network')),
  ])
    expect(await asked(answer)).toEqual({ is: 'unknown' })
})
