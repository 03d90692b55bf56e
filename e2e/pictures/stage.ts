import type { Basket } from '#simulator/basket.ts'
import type { OrderState } from '#simulator/order-life.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import { startDesk, type RunningDesk } from '../desk-process.ts'
import { startShop, type RunningShop } from '../shop-process.ts'
import { readBoard, sendAction } from '../tablet-requests.ts'

/** The pictured shops: one in the middle of its day, one with forty waiting orders, one with forty in preparation, one without orders, and the practice store. */
export interface Stage {
  readonly busy: RunningShop
  /** The orders of the busy shop, by their purpose. */
  readonly orders: Readonly<Record<OrderName, SimulatedOrder>>
  readonly crowded: RunningShop
  readonly kitchen: RunningShop
  readonly quiet: RunningShop
  readonly practice: RunningDesk
  /** The cookies of a tablet with Sara signed in. */
  readonly busyCookie: string
  readonly crowdedCookie: string
  readonly kitchenCookie: string
  readonly quietCookie: string
  close(): Promise<void>
}

type OrderName =
  | 'waiting'
  | 'late'
  | 'long'
  | 'digital'
  | 'contact'
  | 'changed'
  | 'preparing'
  | 'ready'
  | 'failing'
  | 'rejected'

const windowSeconds = 300
const stillMs = 3_600_000
const longName = 'دجاج مشوي مع الأرز البسمتي — Grilled chicken with basmati rice, saffron and roasted almonds, '.repeat(
  2,
)

/** Starts them all, with typical orders. */
export async function setStage(): Promise<Stage> {
  const [busy, crowded, kitchen, quiet, practice] = await Promise.all([
    startShop(windowSeconds),
    startShop(windowSeconds),
    startShop(windowSeconds),
    startShop(windowSeconds),
    startDesk({}),
  ])
  for (const shop of [busy, crowded, kitchen, quiet]) {
    await shop.hire({ name: 'Sara', pin: '4711', isManager: true })
    await shop.hire({ name: 'عمر', pin: '0815', isManager: false })
  }
  const [busyCookie = ''] = await busy.admit(1, 'Sara')
  const [crowdedCookie = ''] = await crowded.admit(1, 'Sara')
  const [kitchenCookie = ''] = await kitchen.admit(1, 'Sara')
  const [quietCookie = ''] = await quiet.admit(1, 'Sara')
  const orders = placeOrders(busy)
  await untilRead(busy, busyCookie, Object.values(orders))
  await untilRead(
    crowded,
    crowdedCookie,
    Array.from({ length: 40 }, () => crowded.vendor.placeOrder()),
  )
  const prepared = Array.from({ length: 40 }, () => kitchen.vendor.placeOrder())
  for (const order of prepared) kitchen.vendor.orders.move(order, 'preparing')
  await untilRead(kitchen, kitchenCookie, prepared)
  await oneTap(busy, busyCookie, orders.failing.id)
  await endOrders(busy, busyCookie, orders.rejected)
  return {
    busy,
    orders,
    crowded,
    kitchen,
    quiet,
    practice,
    busyCookie,
    crowdedCookie,
    kitchenCookie,
    quietCookie,
    close: async () => void (await Promise.all([busy, crowded, kitchen, quiet, practice].map((each) => each.stop()))),
  }
}

function placeOrders({ vendor }: RunningShop): Stage['orders'] {
  function place(
    ageSeconds: number,
    state: OrderState = 'pending',
    kind: 'ordinary' | 'digital' | 'large' = 'ordinary',
    basket: Partial<Basket> = {},
  ) {
    const order = vendor.placeOrder(kind, basket)
    const at = Date.now() - ageSeconds * 1000
    // The desk is notified at once and reads the order a little later, so its age can still be set. What a customer
    // does next is put off until after the pictures.
    const isCustomers = state === 'contact' || state === 'ready'
    Object.assign(order, { createdAt: at, stateSince: isCustomers ? Date.now() + stillMs : at, state })
    return order
  }
  const changed = place(200, 'contact')
  changed.missing = changed.lines.slice(0, 1).map(({ id }) => id)
  const orders = {
    waiting: place(20),
    digital: place(70, 'pending', 'digital'),
    failing: place(110),
    long: place(150, 'pending', 'large'),
    late: place(225),
    contact: place(400, 'contact'),
    changed,
    preparing: place(900, 'preparing'),
    ready: place(1500, 'ready'),
    rejected: place(90, 'pending', 'large'),
  }
  place(700, 'preparing')
  place(1100, 'preparing')
  place(1900, 'ready')
  orders.long.lines = [...orders.long.lines, ...orders.long.lines].slice(0, 60).map((line, index) => ({
    ...line,
    id: `${orders.long.id}${index}`,
    item: index % 7 === 1 ? { ...line.item, name: { en: longName, ar: longName, fr: longName } } : line.item,
  }))
  return orders
}

const readLimitMs = 20_000

async function untilRead(shop: RunningShop, cookie: string, orders: readonly SimulatedOrder[]): Promise<void> {
  const until = Date.now() + readLimitMs
  for (;;) {
    const rows = await readBoard(shop.desk.url, cookie)
    if (orders.every(({ id }) => rows.some((row) => row.order_id === id && row.order !== null))) return
    if (Date.now() > until) throw new Error('The desk does not come to know the orders.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Closes one order in each way: rejected with a reason, completed, cancelled unanswered, returned. */
async function endOrders({ desk, vendor }: RunningShop, cookie: string, rejected: SimulatedOrder): Promise<void> {
  const ended = (['completed', 'cancelled', 'returned', 'completed'] as const).map((state) => ({
    state,
    order: vendor.placeOrder(),
  }))
  await sendAction(desk.url, cookie, { orderId: rejected.id, action: 'reject', body: { cancel_reason_id: 3 } })
  for (const { state, order } of ended) {
    if (state === 'completed') await sendAction(desk.url, cookie, { orderId: order.id, action: 'accept' })
    vendor.orders.move(order, state)
    // Reads it as it is now.
    await fetch(`${desk.url}/api/developer/v1/orders/${order.id}`, { headers: { Cookie: cookie } })
  }
}

/** The service refuses one accept, so that the log shows a failure. */
async function oneTap({ desk, vendor }: RunningShop, cookie: string, orderId: string): Promise<void> {
  vendor.faults.add({ kind: 'forbidden', on: 'acceptOrder' })
  await sendAction(desk.url, cookie, { orderId, action: 'accept' })
}
