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

test('reloads an idle tablet by itself', () => {
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

test('hides the toast while an order waits or is open, or work is unfinished', () => {
  expect(updateStep({ ...free, isWaitedFor: true })).toBe('hide')
  expect(updateStep({ ...free, isOnOrder: true })).toBe('hide')
  expect(updateStep({ ...free, isUnderWay: true, untouchedMs: 24 * 60 * 60_000 })).toBe('hide')
  expect(updateStep({ ...free, isInHand: true })).toBe('hide')
})

test('changes nothing on the screen that somebody touches', () => {
  expect(updateStep({ ...free, untouchedMs: 4999 })).toBe('keep')
  expect(updateStep({ ...free, untouchedMs: 5000 })).toBe('tell')
})

test('counts an answer as under way until the last one has arrived', () => {
  expect(isUnderWay()).toBe(false)
  countAnswer(1)
  countAnswer(1)
  countAnswer(-1)
  expect(isUnderWay()).toBe(true)
  countAnswer(-1)
  expect(isUnderWay()).toBe(false)
})

test('counts a ticket as under way until it was printed or cancelled', () => {
  requestTicket('1', true)
  expect(isUnderWay()).toBe(true)
  for (const request of tickets.read()) dropTicket(request)
  expect(isUnderWay()).toBe(false)
})

const pageOf = (entry: string, styles = 'assets/index-s.css') =>
  `<!doctype html><script type="module" crossorigin src="${entry}"></script><style data-name="${styles}">b{}</style>`
const asked = (answer: () => Promise<Response>) => newestPage(answer, nameOfPage(pageOf('/assets/index-a.js')) ?? '')

test('recognizes this page or a newer one by its first script and stylesheet', async () => {
  expect(await asked(async () => new Response(pageOf('/assets/index-a.js')))).toEqual({ is: 'this' })
  for (const page of [pageOf('/assets/index-b.js'), pageOf('/assets/index-a.js', 'assets/index-t.css')])
    expect(await asked(async () => new Response(page))).toEqual({ is: 'newer', name: nameOfPage(page) })
})

test('ignores pages that are not the desk’s', async () => {
  for (const answer of [
    async () => new Response('<h1>Sign in to the Wi-Fi</h1>'),
    async () => new Response(pageOf('/assets/index-b.js'), { status: 502 }),
    () => Promise.reject(new TypeError('no network')),
  ])
    expect(await asked(answer)).toEqual({ is: 'unknown' })
})
