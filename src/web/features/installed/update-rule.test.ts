import { expect, test } from 'vitest'
import { updateStep, type UpdateFacts } from './update-rule.ts'

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
