import type { Product } from './product.ts'

/** What is sold as a code: it has no shelf. */
export const digital: readonly Product[] = [
  {
    code: 'TOP-A',
    name: ['phone top-up', 'رصيد'],
    about: ['The code arrives as soon as the shop accepts.', 'يصل الرمز حال قبول المتجر للطلب.'],
    categories: ['Phone top-ups', 'Digital'],
    picture: ['phone', 4],
    brands: ['Nasim Mobile'],
    sizes: { '5,000 IQD': 5500, '10,000 IQD': 10_750, '25,000 IQD': 26_500 },
  },
  {
    code: 'TOP-B',
    name: ['phone top-up', 'رصيد'],
    about: ['Works on prepaid lines only.', 'يعمل على خطوط الدفع المسبق فقط.'],
    categories: ['Phone top-ups', 'Digital'],
    picture: ['phone', 7],
    brands: ['Hadhra Tel'],
    sizes: { '5,000 IQD': 5500, '10,000 IQD': 10_750 },
  },
  {
    code: 'NET',
    name: ['home internet voucher', 'بطاقة إنترنت منزلي'],
    about: ['Thirty days from the moment it is entered.', 'ثلاثون يوماً من لحظة إدخالها.'],
    categories: ['Internet packages', 'Digital'],
    picture: ['card', 5],
    brands: ['Lamp Post Fibre'],
    sizes: { '35,000 IQD': 35_000 },
  },
  {
    code: 'GAM',
    name: ['game credit', 'رصيد ألعاب'],
    about: ['Redeem it inside the game; it cannot be returned.', 'يُستبدل داخل اللعبة ولا يمكن إرجاعه.'],
    categories: ['Game credit', 'Digital'],
    picture: ['game', 6],
    brands: ['Pixel Falcon', 'Arena Nine'],
    sizes: { '10,000 IQD': 11_000, '25,000 IQD': 27_000 },
  },
  {
    code: 'GFT',
    name: ['gift card', 'بطاقة هدية'],
    about: ['Send the code with your own wish.', 'أرسل الرمز مع تهنئتك.'],
    categories: ['Gift cards', 'Digital'],
    picture: ['gift', 0],
    brands: ['Tuhfa Box'],
    sizes: { '25,000 IQD': 25_000, '50,000 IQD': 50_000 },
  },
]
