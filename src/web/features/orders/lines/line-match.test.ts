import { Unreadable } from '#contract/salvage.ts'
import type { ReadOrderItem } from '#contract/vendor/order.ts'
import type { ItemRow } from '#domain/catalog-item.ts'
import { truthsOfLine } from '#domain/line-truths.ts'
import { lineMatchName } from './line-match.tsx'
import { describe, expect, test } from 'vitest'

describe('lineMatchName', () => {
  const line = { id: '1', product: { name: 'Rice' } }
  const item = { id: 7, name: { en: 'Rice', ar: 'أرز' } }
  const match = { line: '1', by: 'reference', item }

  test('returns the catalog’s Arabic name', () => {
    expect(lineMatchName(line, match, 'ar')).toBe('أرز')
    expect(lineMatchName(line, { ...match, by: 'barcode' }, 'ar')).toBe('أرز')
  })

  test.each([
    ['where the line says the same', 'en', match],
    ['where the catalog has no name in that language', 'fr', match],
    ['where the two agree in their id alone', 'ar', { ...match, by: 'id' }],
    ['where the item cannot be read', 'ar', { ...match, item: 'broken' }],
  ] as const)('leaves the catalog’s name out %s', (_why, language, given) => {
    expect(lineMatchName(line, given, language)).toBeUndefined()
  })
})

describe('truthsOfLine', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const line = (price: number, quantity = 1): ReadOrderItem => ({ id: '1', quantity, product: { price } })
  const item = (fields: Partial<ItemRow> = {}): ItemRow => ({
    price: 1000,
    discounted_price: null,
    stock: 5,
    is_active: true,
    is_available: true,
    ...fields,
  })
  const discounted = { discounted_price: 800, discount_start_at: '2026-11-01T00:00:00Z' }
  const over = { ...discounted, discount_end_at: '2026-11-19T00:00:00Z' }
  const running = { ...discounted, discount_end_at: '2026-11-29T00:00:00Z' }

  test.each<readonly [string, ReadOrderItem, ItemRow, readonly unknown[]]>([
    ['agrees', line(1000), item(), []],
    ['has none of it', line(1000), item({ stock: 0 }), [{ is: 'outOfStock' }]],
    ['has too few', line(1000, 6), item(), [{ is: 'tooFew', stock: 5 }]],
    ['no longer sells it', line(1000), item({ is_active: false }), [{ is: 'inactive' }]],
    ['does not offer it', line(1000), item({ is_available: false }), [{ is: 'notAvailable' }]],
    ['has another price', line(900), item(), [{ is: 'priceDiffers', price: 1000 }]],
    ['has another price, and a discount', line(900), item(running), [{ is: 'priceDiffers', price: 800 }]],
    ['has a discount that runs', line(800), item(running), []],
    ['has a discount, and the order has none', line(1000), item(running), []],
    ['has a discount that is over', line(800), item(over), [{ is: 'discountOver' }]],
    ['does not say', line(1000), {}, []],
    ['cannot be read', line(1000), item({ price: new Unreadable('x'), stock: new Unreadable('y') }), []],
    [
      'contradicts in two ways',
      line(900),
      item({ stock: 0 }),
      [{ is: 'outOfStock' }, { is: 'priceDiffers', price: 1000 }],
    ],
  ])('reports that the catalog %s', (_what, ofOrder, ofCatalog, truths) => {
    expect(truthsOfLine(ofOrder, ofCatalog, now)).toEqual(truths)
  })

  test('does not compare a price in another currency than the order’s', () => {
    const priced = (currency: unknown) => ({ ...line(900), product: { price: 900, currency: currency as string } })
    const differs = [{ is: 'priceDiffers', price: 1000 }]
    expect(truthsOfLine(priced('USD'), item(), now, 'IQD')).toEqual([])
    for (const same of ['IQD', ' iqd', '', null, new Unreadable(5)])
      expect(truthsOfLine(priced(same), item(), now, 'IQD')).toEqual(differs)
    expect(truthsOfLine(priced('USD'), item(), now)).toEqual(differs)
  })
})
