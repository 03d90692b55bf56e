import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAgenda } from './agenda.ts'

test('what is due is taken, the earliest first, and once', () => {
  const agenda = createAgenda<string>()
  agenda.set('late', 30)
  agenda.set('early', 10)
  agenda.set('middle', 20)

  expect(agenda.next()).toBe(10)
  expect(agenda.take(20, 9)).toEqual(['early', 'middle'])
  expect(agenda.take(20, 9)).toEqual([])
  expect(agenda.next()).toBe(30)
})

test('a new time counts in place of the old one, earlier or later', () => {
  const agenda = createAgenda<string>()
  agenda.set('sooner', 30)
  agenda.set('later', 10)
  agenda.set('sooner', 5)
  agenda.set('later', 40)

  expect(agenda.take(30, 9)).toEqual(['sooner'])
  expect(agenda.next()).toBe(40)
})

test('what was crossed out is never due', () => {
  const agenda = createAgenda<string>()
  agenda.set('gone', 1)
  expect(agenda.has('gone')).toBe(true)
  agenda.delete('gone')

  expect(agenda.has('gone')).toBe(false)
  expect(agenda.next()).toBeUndefined()
  expect(agenda.take(10, 9)).toEqual([])
})

test('whatever is put down, moved and crossed out, what is due is what a plain list would say', () => {
  const step = fc.record({ key: fc.nat(20), at: fc.option(fc.nat(100)), look: fc.option(fc.nat(100)), most: fc.nat(9) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const agenda = createAgenda<number>()
      const list = new Map<number, number>()
      for (const { key, at, look, most } of steps) {
        if (at === null) agenda.delete(key)
        else agenda.set(key, at)
        if (at === null) list.delete(key)
        else list.set(key, at)
        expect(agenda.next()).toBe(list.size === 0 ? undefined : Math.min(...list.values()))
        if (look === null) continue
        const due = [...list.values()].filter((time) => time <= look).toSorted((one, other) => one - other)
        const taken = agenda.take(look, most)
        expect(taken.map((each) => list.get(each))).toEqual(due.slice(0, most))
        for (const each of taken) list.delete(each)
      }
    }),
  )
})
