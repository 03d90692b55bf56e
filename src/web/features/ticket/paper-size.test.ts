import { pageRule } from './paper-size.ts'
import { expect, test } from 'vitest'

const mm = 96 / 25.4

test('makes a roll’s page as wide as the roll and a little longer than its ticket', () => {
  expect(pageRule('80', 200 * mm, '')).toBe('@page { size: 80mm 210mm; margin: 3mm 4mm; }')
  expect(pageRule('58', 200 * mm, '')).toBe('@page { size: 58mm 210mm; margin: 3mm 5mm; }')
})

test('never makes a page wider than long, which printers would rotate, or longer than drivers accept', () => {
  expect(pageRule('80', 10 * mm, '')).toContain('size: 80mm 80mm')
  expect(pageRule('80', 5000 * mm, '')).toContain('size: 80mm 1000mm')
})

test('uses sheets of fixed size for any order', () => {
  expect(pageRule('A4', 5000 * mm, '"1"')).toContain('@page { size: A4; margin: 12mm;')
})

test('numbers sheets, but prints nothing below tickets on a roll', () => {
  expect(pageRule('A4', 200 * mm, '"1"')).toContain('@bottom-center { content: "1";')
  expect(pageRule('80', 200 * mm, '"1"')).not.toContain('content')
})
