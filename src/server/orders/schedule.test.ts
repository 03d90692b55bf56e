import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSchedule } from './schedule.ts'

test('takes due keys once, the earliest first', () => {
  const schedule = createSchedule<string>()
  schedule.set('late', 30)
  schedule.set('early', 10)
  schedule.set('middle', 20)

  expect(schedule.next()).toBe(10)
  expect(schedule.take(20, 9)).toEqual(['early', 'middle'])
  expect(schedule.take(20, 9)).toEqual([])
  expect(schedule.next()).toBe(30)
})

test('replaces a key’s time with an earlier or later one', () => {
  const schedule = createSchedule<string>()
  schedule.set('sooner', 30)
  schedule.set('later', 10)
  schedule.set('sooner', 5)
  schedule.set('later', 40)

  expect(schedule.take(30, 9)).toEqual(['sooner'])
  expect(schedule.next()).toBe(40)
})

test('never returns a deleted key', () => {
  const schedule = createSchedule<string>()
  schedule.set('gone', 1)
  expect(schedule.has('gone')).toBe(true)
  schedule.delete('gone')

  expect(schedule.has('gone')).toBe(false)
  expect(schedule.next()).toBeUndefined()
  expect(schedule.take(10, 9)).toEqual([])
})

test('matches a plain list after any changes', () => {
  const step = fc.record({ key: fc.nat(20), at: fc.option(fc.nat(100)), look: fc.option(fc.nat(100)), most: fc.nat(9) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const schedule = createSchedule<number>()
      const list = new Map<number, number>()
      for (const { key, at, look, most } of steps) {
        if (at === null) schedule.delete(key)
        else schedule.set(key, at)
        if (at === null) list.delete(key)
        else list.set(key, at)
        expect(schedule.next()).toBe(list.size === 0 ? undefined : Math.min(...list.values()))
        if (look === null) continue
        const due = [...list.values()].filter((time) => time <= look).toSorted((one, other) => one - other)
        const taken = schedule.take(look, most)
        expect(taken.map((each) => list.get(each))).toEqual(due.slice(0, most))
        for (const each of taken) list.delete(each)
      }
    }),
  )
})
