import type { Order } from '#contract/vendor/order.ts'
import { pictureName, picturesPath } from './pictures.ts'

/** The shop of all orders. */
export const shop: Order['vendor'] = {
  id: '318',
  name: 'Little Khan Market · سوق الخان الصغير',
  featured_image: picturesPath + pictureName('shop', 4),
}

export const currency = 'IQD'

export const deliveryMethods = {
  courier: { id: '1', name: 'Courier', featured_image: null },
  pickup: { id: '2', name: 'Pickup from the shop', featured_image: picturesPath + pictureName('shop', 3) },
} as const satisfies Record<string, Order['delivery_method']>

/** Another shop of the same owner; a few products belong to it. */
export const sisterShopId = '319'

const unseen = { sub_title: null, payment_type: null, featured_image: null }

export const paymentMethods = {
  cash: { id: null, key: 'cash', title: 'Cash on delivery', ...unseen, form: null },
  card: {
    id: '7',
    key: 'card',
    title: 'Card',
    sub_title: 'Paid online',
    payment_type: 'prepaid',
    featured_image: picturesPath + pictureName('card', 5),
    // Fake card data that must never reach a screen, a log or a disk.
    form: { holder: 'FAKE HOLDER', number: '4000 0000 0000 0000', expiry: '01/30', token: 'fake-card-token' },
  },
  wallet: { id: '9', key: 'wallet', title: 'محفظة إلكترونية', ...unseen, sub_title: 'مدفوع مسبقًا', form: null },
} as const satisfies Record<string, Order['payment_method']>

const names = [
  'زينب عبد الكريم',
  'حسين علي الموسوي',
  'نور الهدى صالح',
  'عمر فاروق العاني',
  'مريم جاسم',
  'كرار حيدر',
  'سارة نجم الدين',
  'أحمد ياسين الدليمي',
  'هبة ثامر',
  'مصطفى رعد',
  'رقية محسن',
  'علي الأكبر هاشم',
  'شيرين بختيار',
  'آوات رسول',
  'ديار كمال',
  'فاطمة الزهراء كاظم',
  'يوسف إلياس متي',
  'مينا قحطان',
  'عبد الله سعدون الجبوري',
  'رنا فؤاد',
  'سيف الدين طارق',
  'أم عباس',
  'دعاء ستار',
  'بشار توما',
  'إيلاف وليد',
  'حيدر عبد الزهرة',
  'لمى ناظم',
  'ضياء مهند الخفاجي',
  'تبارك عادل',
  'وسام ميخائيل',
  'غفران لؤي',
  'جعفر صادق',
  'شهد أنور',
  'عبد الرحمن بن عبد العزيز بن محمد الأمين آل سعدي الهاشمي التكريتي البغدادي',
  'Hannah Whitcombe',
  'Daniel Okafor',
  'Priya Raman',
  'Tom Ashdown',
  'Grace Li',
  'Samuel O’Rourke',
  'Ellen Marsh',
  'Yusuf Demir',
  'Ava Lindqvist',
  'Omar Haddad',
  'Ruth Feldkirch',
  'Jo Park',
  'M. Ali',
  'Bartholomew Alexander Featherstonehaugh-Montgomery of Upper Wickham Fields',
  'Camille Roussel',
  'Élodie Garnier',
  'Jean-Baptiste Lefort',
  'Noémie Bénard',
  'François Delacourt',
  'Zoé Marchetti',
  'Anaïs Le Goff',
  'Mathieu d’Harcourt',
  'Soraya Benali',
  'Théo Vasseur',
  'Inès Cherif',
  'Loïc Kermarrec',
]

/** Customers in three languages, two with names longer than any card. */
export const customers: readonly { readonly id: string; readonly name: string }[] = names.map((name, index) => ({
  id: String(90_210 + index * 17),
  name,
}))
