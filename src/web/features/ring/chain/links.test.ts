import { wholeChain } from '#testing/whole-chain.ts'
import { type ChainFacts, lightOf, linksOf, summaryOf } from './links.ts'
import { expect, test } from 'vitest'

const broken: readonly Partial<ChainFacts>[] = [
  { isSounding: false },
  { isSounding: false, hasSound: false },
  { feed: 'lost' },
  { token: 'refused' },
  { token: 'not_enrolled' },
  { webhook: 'off' },
]
const weak: readonly Partial<ChainFacts>[] = [
  { isAwake: false },
  { feed: 'polling' },
  { webhook: 'silent' },
  { webhook: 'never' },
  { webhook: 'faulty' },
  { isClockRight: false },
  { isNotificationAllowed: false },
  { isPrinterFaulty: true },
]
const links = (facts: Partial<ChainFacts>) => linksOf({ ...wholeChain, ...facts })
const light = (facts: Partial<ChainFacts>) => lightOf(links(facts))

test('is good only while every link is ok', () => {
  expect(light({})).toBe('good')
  for (const facts of weak) expect(light(facts), JSON.stringify(facts)).toBe('amber')
})

test('is red with a message of its own for each broken link', () => {
  for (const facts of broken) expect(light(facts), JSON.stringify(facts)).toBe('red')
  const words = [...broken, ...weak, {}].flatMap((facts) => links(facts).map(({ messageKey }) => messageKey))
  expect(new Set(words).size).toBe(links({}).length + broken.length + weak.length)
})

test('says what to do about each broken or weak link, and about no other', () => {
  for (const facts of [...broken, ...weak]) {
    const notOk = links(facts).filter(({ state }) => state !== 'ok')
    expect(notOk, JSON.stringify(facts)).toHaveLength(1)
    expect(notOk[0]?.todoKey, JSON.stringify(facts)).toBe(notOk[0]?.messageKey.replace('.link.', '.todo.'))
  }
  expect(links({}).filter(({ todoKey }) => todoKey !== undefined)).toEqual([])
})

test('leaves the webhook out for a server that does not tell of it', () => {
  expect(links({ webhook: undefined })).toHaveLength(links({}).length - 1)
  expect(light({ webhook: undefined })).toBe('good')
})

test.each([
  ['ring.rings', [{}, { isNotificationAllowed: false }]],
  ['ring.ringsBut', weak.filter((facts) => !('isNotificationAllowed' in facts))],
  ['ring.notYet', broken.filter((facts) => 'isSounding' in facts)],
  ['ring.cannot', broken.filter((facts) => !('isSounding' in facts))],
] as const)('sums up as %s', (summary, all) => {
  for (const facts of all) expect(summaryOf(links(facts)), JSON.stringify(facts)).toBe(summary)
})
