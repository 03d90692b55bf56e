import type { ReadOrderItem } from '#contract/vendor/order.ts'
import { lineNames } from './line-names.ts'
import { expect, test } from 'vitest'

const line = (name: string): ReadOrderItem => ({ id: '1', product: { name } })
const match = (name: unknown) => ({ line: '1', by: 'reference', item: { id: 1, name } })
const rice = { en: 'Rice', ar: 'رز', fr: 'Riz' }

test('puts the order’s own name first, then the staff’s language', () => {
  expect(lineNames(line('رز'), match(rice), 'fr')).toEqual(['رز', 'Riz'])
  expect(lineNames(line('رز'), match(rice), 'en')).toEqual(['رز', 'Rice'])
})

test('adds another language to a name that the staff can read', () => {
  expect(lineNames(line(' rice '), match(rice), 'en')).toEqual(['rice', 'رز'])
  expect(lineNames(line('Rice'), match({ en: 'Rice', ar: 'رز' }), 'en')).toEqual(['Rice', 'رز'])
})

test('shows one name or none without a match, or if the match adds nothing', () => {
  expect(lineNames(line('Rice'), undefined, 'en')).toEqual(['Rice'])
  expect(lineNames(line('Rice'), match('RICE'), 'en')).toEqual(['Rice'])
  expect(lineNames({ id: '1' }, undefined, 'en')).toEqual([])
})
