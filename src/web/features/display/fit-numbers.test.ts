import { fitNumbers, pageOf } from './fit-numbers.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const column = { width: 900, height: 800, smallest: 48, largest: 200 }
const usual = { ...column, widest: 3 }

test('shows one number as large as it may be', () => {
  expect(fitNumbers({ ...usual, count: 1 })).toEqual({ columns: 1, rows: 1, size: 200, pages: 1 })
})

test('shows thirty numbers on one page', () => {
  const { pages, size } = fitNumbers({ ...usual, count: 30 })
  expect(pages).toBe(1)
  expect(size).toBeGreaterThan(60)
})

test('turns pages instead of showing numbers too small to be read', () => {
  const fit = fitNumbers({ ...usual, count: 200 })
  expect(fit).toMatchObject({ size: 48 })
  expect(fit.pages).toBeGreaterThan(1)
})

test('shows a very long number smaller instead of cutting it', () => {
  const { size, columns } = fitNumbers({ ...usual, widest: 24, count: 2 })
  expect([columns, size]).toEqual([1, 37])
})

test('shows everything on one page until the box is measured', () => {
  expect(fitNumbers({ ...usual, width: 0, count: 9 })).toMatchObject({ pages: 1, rows: 9 })
})

test('shows each of 1 to 60 numbers of any length on exactly one page, and cuts none', () => {
  const boxes = fc.record({
    count: fc.integer({ min: 1, max: 60 }),
    widest: fc.double({ min: 0.6, max: 25, noNaN: true }),
    width: fc.integer({ min: 150, max: 2000 }),
    height: fc.integer({ min: 150, max: 1500 }),
    smallest: fc.constantFrom(16, 36, 48),
    largest: fc.constantFrom(140, 200, 600),
  })
  fc.assert(
    fc.property(boxes, (options) => {
      const fit = fitNumbers(options)
      const numbers = Array.from({ length: options.count }, (_, index) => index)
      const shown = Array.from({ length: fit.pages }, (_, page) => pageOf(numbers, fit, page))
      expect(shown.flat()).toEqual(numbers)
      expect(shown.every((page) => page.length > 0)).toBe(true)
      expect(fit.columns * options.widest * fit.size).toBeLessThanOrEqual(options.width + 0.001)
      expect(fit.rows * 1.25 * fit.size).toBeLessThanOrEqual(options.height + 0.001)
      expect(fit.size).toBeGreaterThan(0)
    }),
  )
})
