import { expect, test } from 'vitest'
import { lightOf, linksOf, type ChainFacts } from './links.ts'

const whole: ChainFacts = {
  hasSound: true,
  isSounding: true,
  isAwake: true,
  feed: 'live',
  token: 'ok',
  isNoticeAllowed: true,
}
const broken: readonly Partial<ChainFacts>[] = [
  { isSounding: false },
  { isSounding: false, hasSound: false },
  { feed: 'lost' },
  { token: 'refused' },
  { token: 'not_enrolled' },
]
const weak: readonly Partial<ChainFacts>[] = [{ isAwake: false }, { feed: 'asking' }, { isNoticeAllowed: false }]
const light = (facts: Partial<ChainFacts>) => lightOf(linksOf({ ...whole, ...facts }))

test('the light is good only while every link holds', () => {
  expect(light({})).toBe('good')
  for (const facts of weak) expect(light(facts), JSON.stringify(facts)).toBe('amber')
})

test('it is red as soon as one link is broken without which nothing is heard, each with its own words', () => {
  for (const facts of broken) expect(light(facts), JSON.stringify(facts)).toBe('red')
  const words = [...broken, ...weak, {}].flatMap((facts) => linksOf({ ...whole, ...facts }).map(({ word }) => word))
  expect(new Set(words).size).toBe(5 + broken.length + weak.length)
})
