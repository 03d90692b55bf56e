import type { Order } from '#contract/vendor/order.ts'
import { pictureName, picturesPath } from './pictures.ts'

/** The shop that all orders are placed with. */
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

/** Another shop of the same people, which a product comes from now and then. */
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
    // Looks like what must never reach a screen, a log or a disk; nothing in it is real.
    form: { holder: 'FAKE HOLDER', number: '4000 0000 0000 0000', expiry: '01/30', token: 'fake-card-token' },
  },
  wallet: { id: '9', key: 'wallet', title: 'محفظة إلكترونية', ...unseen, sub_title: 'مدفوع مسبقًا', form: null },
} as const satisfies Record<string, Order['payment_method']>
