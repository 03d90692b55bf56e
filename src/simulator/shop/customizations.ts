import type { CatalogItem } from '#contract/vendor/catalog.ts'
import { categories } from './categories.ts'

/** Notes that fit any item. */
const ofAnything: readonly unknown[] = [
  { gift_wrap: true, message: 'كل عام وأنتم بخير' },
  { instructions: { ar: 'اتركها عند الحارس', en: 'Leave it with the guard', fr: 'À laisser chez le gardien' } },
  [
    { name: 'Bag', value: 'Paper' },
    { name: 'Receipt', value: 'In the bag' },
  ],
]

/** Notes for the items of a category or a department. */
const ofSome: Readonly<Record<string, readonly unknown[]>> = {
  'Fruit & vegetables': [
    { note: 'Ripe ones, please: we eat them tonight.' },
    [
      { name: 'Ripeness', value: 'Green' },
      { name: 'Bag', value: 'Paper' },
    ],
    [
      { name: 'التقطيع', value: 'شرائح رفيعة' },
      { name: 'التغليف', value: 'بدون كيس نايلون' },
    ],
  ],
  'Dairy & eggs': [{ sliced: true, quantity_per_bag: 6, weight_tolerance: 0.1, replacement: null }],
  Bakery: ['Sliced, not too thin', ['well done', 2, true]],
  'Meat, poultry & fish': [
    { cut: 'cubes', bone: false, fat: 'trimmed', pieces: 8 },
    {
      groups: [
        {
          title: 'Marinade',
          choices: [
            { title: 'Yoghurt & saffron', count: 1 },
            { title: 'Extra lemon', count: 2 },
          ],
        },
      ],
    },
    { selected: ['no onion', 'extra sumac'], removed: [] },
  ],
  'Spices & sauces': [{ allergie: 'Allergie aux noix et au sésame : ne rien remplacer sans m’appeler.' }],
  'Snacks & sweets': ['بدون ملح', { note: 'حساسية شديدة من الفول السوداني، الرجاء التأكد من الملصق' }],
  'Ground coffee': [
    {
      options: {
        grind: { key: 'coarse', label: 'Coarse' },
        cardamom: { key: 'light', label: 'Light', extra_price: 250 },
      },
    },
  ],
}

const placesOf = new Map(categories.map(({ id, name, parent }) => [id, [name.en, parent?.name.en ?? '']]))

/** Possible customizations of an item. The shape of the field is undocumented, so they take every plausible shape. */
export function notesFor({ category_ids: ids }: Pick<CatalogItem, 'category_ids'>): readonly unknown[] {
  const own = ids.flatMap((id) => placesOf.get(id) ?? []).flatMap((place) => ofSome[place] ?? [])
  return own.length > 0 ? own : ofAnything
}

export const customizations: readonly unknown[] = [...ofAnything, ...Object.values(ofSome).flat()]
