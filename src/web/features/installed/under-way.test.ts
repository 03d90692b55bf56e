import { expect, test } from 'vitest'
import { countAnswer } from '#web/api/answers-under-way.ts'
import { dropTicket, tickets, wishTicket } from '#web/api/tickets.ts'
import { isUnderWay } from './under-way.ts'

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
  wishTicket('1', true)
  expect(isUnderWay()).toBe(true)
  for (const wish of tickets.read()) dropTicket(wish)
  expect(isUnderWay()).toBe(false)
})
