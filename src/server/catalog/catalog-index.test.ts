import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeForSearch } from '#domain/search-text.ts'
import { catalogItem } from '#testing/catalog-vendor.ts'
import { entryOf, keyOf } from './catalog-entry.ts'
import { createCatalogIndex } from './catalog-index.ts'

const entry = (raw: object) => entryOf(keyOf(raw, JSON.stringify(raw)), raw)
const indexOf = (...items: readonly object[]) => {
  const index = createCatalogIndex()
  index.put(items.map(entry), 1)
  return index
}
const named = (id: number, en: string, ar = '') => catalogItem(id, { name: { en, ar } })

const coffee = catalogItem(7, {
  name: { en: 'Ground coffee', ar: 'قهوة مطحونة' },
  vendor_reference_id: 'CF/10-2',
  sku: 'COF-250G',
  barcode: '00012345678905',
})

test.each([
  ['ground'],
  ['COFFEE gro'],
  ['قَهـوه'],
  ['مطحونة قهوة'],
  ['cf/10-2'],
  ['CF 10 2'],
  ['cf102'],
  ['cof-250g'],
  ['250'],
  ['012345678905'],
  ['00012345678905'],
  ['12345678905'],
  ['١٢٣٤٥٦٧٨٩٠٥'],
  ['45678'],
  ['7'],
  ['coffee cof-250g قهوة'],
])('%s finds an item by its name, reference, sku, barcode or id', (text) => {
  const keys = indexOf(coffee, named(1, 'Tea', 'شاي'))
    .search(text)
    .entries.map(({ key }) => key)
  expect(keys[0]).toBe('7')
})

test.each(['tea', 'coffee tea', '00012345678906', 'cf103', 'مطحونةقهوة', 'zz'])('%s finds nothing', (text) => {
  expect(indexOf(coffee).search(text).entries).toEqual([])
})

test('ranks a code first, then a name, its start, the start of a word, any part, all words', () => {
  const index = indexOf(
    named(1, 'Oat milk drink'),
    named(2, 'Buttermilk'),
    named(3, 'Milk powder'),
    named(4, 'Milk'),
    catalogItem(5, { name: { en: 'Butter', ar: 'زبدة' }, sku: 'milk' }),
    named(6, 'Chocolate milk'),
    named(8, 'milk', 'حليب'),
  )
  expect(index.search('MILK').entries.map(({ key }) => key)).toEqual(['5', '4', '8', '3', '6', '1', '2'])
  expect(index.search('drink milk').entries.map(({ key }) => key)).toEqual(['1'])
})

test('ranks a code typed in parts first too', () => {
  const index = indexOf(named(1, 'Cof 250 g'), catalogItem(2, { name: { en: 'Tea', ar: '' }, sku: 'COF-250' }))
  expect(index.search('cof 250').entries.map(({ key }) => key)).toEqual(['2', '1'])
})

test('searches a name in each of its languages', () => {
  const index = indexOf(named(1, 'Long life milk', 'حليب طويل الأمد'), named(2, 'Zero fat', 'حليب'))
  expect(index.search('حليب').entries.map(({ key }) => key)).toEqual(['2', '1'])
})

test('returns the best matches up to the limit', () => {
  const index = indexOf(named(1, 'Oat milk'), named(2, 'Milk'), named(3, 'Milk powder'), named(4, 'Tea'))
  const { entries, total } = index.search('milk', { limit: 2 })
  expect([entries.map(({ key }) => key), total]).toEqual([['2', '3'], 3])
  expect(index.search('', { limit: 1 }).total).toBe(4)
})

test('returns an item once that a code with more zeros and its name both match', () => {
  const index = indexOf(catalogItem(7, { name: { en: 'Size 0012', ar: '' }, sku: '12' }), named(8, 'Size 0012'))
  expect(index.search('0012').entries.map(({ key }) => key)).toEqual(['7', '8'])
})

const minced = catalogItem(3, { name: { en: 'Minced beef', ar: '' }, barcode: '2100001000004' })

test.each([
  ['the label of a scale', '2100001027506', '2100001000004'],
  ['a carton', '14006381333938', '4006381333931'],
  ['UPC-E with 8 digits', '04252614', '042100005264'],
  ['UPC-E with 6 digits', '425261', '042100005264'],
  ['UPC-A', '042100005264', '04252614'],
])('%s finds the item that it stands for, first and once', (_what, code, barcode) => {
  const item = catalogItem(3, { name: { en: 'Zucchini', ar: '' }, barcode })
  const named = catalogItem(4, { name: { en: `Like ${code}`, ar: '' } })
  const { entries, total } = indexOf(item, named, coffee).search(code)
  expect([entries.map(({ key }) => key), total]).toEqual([['3', '4'], 2])
})

test('prefers an exact code to a decoded one', () => {
  const label = '2100001027506'
  for (const own of [{ barcode: label }, { sku: label }, { vendor_reference_id: label }]) {
    const keys = indexOf(minced, catalogItem(4, own))
      .search(label)
      .entries.map(({ key }) => key)
    expect(keys).toEqual(['4'])
    // For any filter.
    const fits = ({ key }: { readonly key: string }) => key === '3'
    expect(indexOf(minced, catalogItem(4, own)).search(label, { fits }).entries).toEqual([])
  }
})

test('finds nothing for a label with a wrong check digit, or of another item', () => {
  for (const code of ['2100001027507', '2100002027505']) expect(indexOf(minced).search(code).entries).toEqual([])
})

test('returns all items by name without a search text', () => {
  const index = indexOf(named(1, 'Zucchini'), named(2, 'apple'), named(3, 'Éclair'), named(4, 'Egg'))
  for (const text of ['', '  ']) expect(index.search(text).entries.map(({ key }) => key)).toEqual(['2', '3', '4', '1'])
  for (const text of ['—', '!?', '...', '\u200B'])
    expect(index.search(text, { fits: () => true })).toEqual({ entries: [], total: 0 })
})

test('finds an item by its readable fields', () => {
  const bad: readonly object[] = [
    { id: null },
    { id: {} },
    { id: 1, name: 'Plain text' },
    { id: 2, name: { fr: 'Café' }, sku: 55, barcode: 4_006_381_333_931, category_ids: 'x', stock: 'many' },
    { id: 3, name: null, vendor_reference_id: 'R3', attribute_value_ids: [1, 'x', null, '2'] },
    { id: '12345678901234567890', name: { en: ['x'], ar: 'كبير' } },
  ]
  const index = indexOf(...bad, coffee)
  expect(index.size()).toBe(7)
  const keys = (text: string) => index.search(text).entries.map(({ key }) => key)
  expect(keys('plain')).toEqual(['1'])
  expect([keys('cafe'), keys('55'), keys('4006381333931')]).toEqual([['2'], ['2'], ['2']])
  expect(keys('r3')).toEqual(['3'])
  expect(index.find('3')?.values).toEqual([1, 2])
  expect(keys('كبير')).toEqual(['12345678901234567890'])
  expect(keys('ground')).toEqual(['7'])
})

test('replaces an item that is put again, with its new name and codes', () => {
  const index = indexOf(coffee, named(1, 'Tea'))
  const version = index.version()
  index.put([entry({ ...coffee, name: { en: 'Beans', ar: '' }, vendor_reference_id: 'NEW', barcode: '99' })], 2)
  expect(index.size()).toBe(2)
  expect(index.search('ground').entries).toEqual([])
  expect(index.search('beans').entries.map(({ key }) => key)).toEqual(['7'])
  expect([index.byReference('CF/10-2'), index.byBarcode('12345678905')]).toEqual([[], []])
  expect([index.byReference('NEW').length, index.byBarcode('99').length]).toEqual([1, 1])
  expect([index.walkOf('7'), index.walkOf('1'), index.walkOf('x')]).toEqual([2, 1, undefined])
  expect(index.version()).toBeGreaterThan(version)
})

test('only notes an unchanged item as seen', () => {
  const index = indexOf(coffee)
  const version = index.version()
  index.put([entry(coffee)], 2)
  expect([index.version(), index.walkOf('7'), index.search('').entries.length]).toEqual([version, 2, 1])
})

test('does not find a removed item', () => {
  const index = indexOf(coffee, { ...coffee, id: 8 })
  expect(index.byBarcode('12345678905')).toHaveLength(2)
  index.remove(['7', 'x'])
  expect(index.search('ground').entries.map(({ key }) => key)).toEqual(['8'])
  expect(index.byBarcode('12345678905').map(({ key }) => key)).toEqual(['8'])
  index.remove(['8'])
  expect([index.size(), index.search('').entries, index.byReference('CF/10-2')]).toEqual([0, [], []])
})

const word = fc.string({ unit: fc.constantFrom(...'aåBç1٢أىة قk'), minLength: 1, maxLength: 6 })
const item = fc.record({
  id: fc.nat(30),
  name: fc.record({ en: word, ar: word }),
  sku: fc.option(word),
  barcode: fc.option(fc.nat(50).map(String)),
})

test('keeps each item once, in order and findable after any puts and removals', () => {
  const step = fc.oneof(fc.array(item, { maxLength: 12 }), fc.nat(30))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.nat(), (steps, seed) => {
      const index = createCatalogIndex()
      const known = new Map<string, { readonly name: { readonly en: string } }>()
      for (const each of steps) {
        if (typeof each === 'number') {
          index.remove([String(each)])
          known.delete(String(each))
        } else {
          index.put(each.map(entry), 1)
          for (const one of each) known.set(String(one.id), one)
        }
      }
      const all = index.all()
      expect(new Set(all.map(({ key }) => key))).toEqual(new Set(known.keys()))
      expect(all.length).toBe(known.size)
      expect(all.map(({ text }) => text)).toEqual(all.map(({ text }) => text).toSorted())
      for (const [key, { name }] of known) {
        const from = seed % name.en.length
        const found = index.search(name.en.slice(from, from + 1 + (seed % 4))).entries
        expect(found.map((each) => each.key)).toContain(key)
        expect(index.find(key)?.text).toContain(normalizeForSearch(name.en))
      }
    }),
    { numRuns: 500 },
  )
})

test('finds all words anywhere in thousands of items, in any order', () => {
  const parts = ['apple', 'bread', 'coffee', 'dark', 'fresh', 'rice']
  // Some words are everywhere, some in one stretch of the alphabet, some are rare.
  const notificationsOf = (id: number) => [
    parts[Math.floor(id / 500)] ?? 'rice',
    parts[id % 5] ?? '',
    id % 7 === 0 ? 'tea' : 'oil',
    `n${id % 600}`,
  ]
  const all = Array.from({ length: 2500 }, (_, id) =>
    named(id, notificationsOf(id).join(' '), id % 3 === 0 ? 'شاي' : ''),
  )
  const index = indexOf(...all)
  const anyWord = fc.constantFrom(...parts, 'tea', 'oil', 'شاي', 'n7', 'n59', 'n599', 'none')
  fc.assert(
    fc.property(fc.array(anyWord, { minLength: 2, maxLength: 4 }), (words) => {
      const fits = ({ name }: (typeof all)[number]) => words.every((each) => `${name.en} ${name.ar}`.includes(each))
      const found = index.search(words.join(' ')).entries.map(({ key }) => Number(key))
      expect(found.toSorted((one, other) => one - other)).toEqual(all.filter(fits).map(({ id }) => id))
    }),
    { numRuns: 300 },
  )
})
