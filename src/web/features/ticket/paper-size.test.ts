import { expect, test } from 'vitest'
import { pageRule } from './paper-size.ts'

const mm = 96 / 25.4

test('a page of a roll is as wide as the roll and a little longer than its ticket', () => {
  expect(pageRule('80', 200 * mm, '')).toBe('@page { size: 80mm 210mm; margin: 3mm 4mm; }')
  expect(pageRule('58', 200 * mm, '')).toBe('@page { size: 58mm 210mm; margin: 3mm 5mm; }')
})

test('a page is never broader than long, for printers would turn it, and never longer than drivers take', () => {
  expect(pageRule('80', 10 * mm, '')).toContain('size: 80mm 80mm')
  expect(pageRule('80', 5000 * mm, '')).toContain('size: 80mm 1000mm')
})

test('sheets are sheets, however long the order', () => {
  expect(pageRule('A4', 5000 * mm, '"1"')).toContain('@page { size: A4; margin: 12mm;')
})

test('sheets say which of them they are; a roll has nothing below its tickets', () => {
  expect(pageRule('A4', 200 * mm, '"1"')).toContain('@bottom-center { content: "1";')
  expect(pageRule('80', 200 * mm, '"1"')).not.toContain('content')
})
