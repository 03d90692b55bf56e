import type { Product } from './product.ts'

/** Honey, jam, spreads, cereal and syrups. */
export const breakfast: readonly Product[] = [
  {
    code: 'HNY',
    name: ['honey', 'عسل'],
    about: ['Raw honey from hives in the northern valleys.', 'عسل خام من خلايا وديان الشمال.'],
    categories: ['Honey'],
    picture: ['jar', 2],
    brands: ['High Comb'],
    sizes: { '500 g': 17_000, '1 kg': 32_500 },
    varieties: { mountain: 'جبلي', sidr: 'سدر' },
  },
  {
    code: 'JAM',
    name: ['jam', 'مربى'],
    about: ['Cooked with whole fruit and little sugar.', 'مطبوخ من ثمار كاملة وسكر قليل.'],
    categories: ['Jam'],
    picture: ['jar', 0],
    brands: ['Blue Windows'],
    sizes: { '370 g': 2250 },
    varieties: { strawberry: 'فراولة', apricot: 'مشمش', fig: 'تين' },
  },
  {
    code: 'SPR',
    name: ['hazelnut spread', 'كريمة البندق'],
    about: ['Roasted hazelnuts and cocoa, smooth on warm bread.', 'بندق محمص وكاكاو، ناعمة على الخبز الدافئ.'],
    categories: ['Chocolate & nut spreads'],
    picture: ['jar', 1],
    brands: ['Nutty Spoon'],
    sizes: { '350 g': 3750, '750 g': 7000 },
  },
  {
    code: 'CRL',
    name: ['cereal', 'حبوب فطور'],
    about: ['Crunchy with cold milk, with added vitamins.', 'مقرمشة مع الحليب البارد ومدعمة بالفيتامينات.'],
    categories: ['Cereal'],
    picture: ['box', 1],
    brands: ['Crunch Bowl'],
    sizes: { '375 g': 4000 },
    varieties: { honey: 'بالعسل', chocolate: 'بالشوكولاتة' },
  },
  {
    code: 'OAT',
    name: ['rolled oats', 'شوفان'],
    about: ['Whole oats, ready in three minutes.', 'شوفان كامل يجهز في ثلاث دقائق.'],
    categories: ['Oats'],
    picture: ['can', 1],
    brands: ['Grain Harbour'],
    sizes: { '500 g': 2500, '1 kg': 4500 },
  },
]
