/** Values of the field whose shape nobody documents: every shape that it might plausibly have. */
export const customizations: readonly unknown[] = [
  { note: 'Ripe ones, please: we eat them tonight.' },
  { note: 'حساسية شديدة من الفول السوداني، الرجاء التأكد من الملصق' },
  { allergie: 'Allergie aux noix et au sésame : ne rien remplacer sans m’appeler.' },
  { cut: 'cubes', bone: false, fat: 'trimmed', pieces: 8 },
  {
    options: {
      grind: { key: 'coarse', label: 'Coarse' },
      cardamom: { key: 'light', label: 'Light', extra_price: 250 },
    },
  },
  [
    { name: 'Ripeness', value: 'Green' },
    { name: 'Bag', value: 'Paper' },
  ],
  [
    { name: 'التقطيع', value: 'شرائح رفيعة' },
    { name: 'التغليف', value: 'بدون كيس نايلون' },
  ],
  'Sliced, not too thin',
  'بدون ملح',
  { gift_wrap: true, message: 'كل عام وأنتم بخير' },
  { sliced: true, quantity_per_bag: 6, weight_tolerance: 0.1, replacement: null },
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
  { instructions: { ar: 'اتركها عند الحارس', en: 'Leave it with the guard', fr: 'À laisser chez le gardien' } },
  ['well done', 2, true],
]
