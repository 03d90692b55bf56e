import { expect, test } from 'vitest'
import type { AutoAccept } from '#contract/desk/rules.ts'
import type { CatalogItem } from '#contract/vendor/catalog.ts'
import type { Order } from '#contract/vendor/order.ts'
import { createChance, type Chance } from '#simulator/basket.ts'
import { shopItems } from '#simulator/shop/items.ts'
import { createSimulator } from '#simulator/simulator.ts'
import { createTestClock } from '#testing/clock.ts'
import { testToken } from '#testing/desk.ts'
import { openRuledDesk, plainItems, setRule } from '#testing/rules.ts'

// The rule against orders of all kinds. The conditions are stated here once more, over what the service sends.

const second = 1000
const minute = 60 * second
// `RULE_ORDERS=10000` for the long run.
const ordersInAll = Number(process.env['RULE_ORDERS'] ?? 200)
const ordersAtOnce = 20

/** An order as its service sends it; fields may be missing, or of another type. */
type Sent = Record<keyof Order, unknown> & { items: Record<string, unknown>[] }

/** Each changes an order as services have been seen to, or might. */
const oddities: readonly ((order: Sent, chance: Chance) => void)[] = [
  (order) => (order.total = 'a lot'),
  (order) => (order.total = String(order.total)),
  (order) => (order.total = null),
  (order) => (order.total = -5),
  (order, chance) => (order.total_quantity = chance.pick(['', 'many', '99', null, '1'])),
  (order, chance) => Object.assign(order.items[0] ?? {}, { quantity: chance.pick(['some', null, '2', 0, -1, 0.5]) }),
  (order, chance) =>
    Object.assign(order.items[0] ?? {}, {
      customizations: chance.pick([false, 0, '', ' ', [], {}, [[]], { note: '' }, 'x']),
    }),
  (order) => Object.assign(order, { customer_note: 'Ring the bell' }),
  (order, chance) => Object.assign(order.items[0] ?? {}, { price: chance.pick([1, null, '250']) }),
  (order, chance) => changeProduct(order, { price: chance.pick([1, null, 'free']) }),
  (order) => changeProduct(order, { is_available: false }),
  (order) => changeProduct(order, { currency: 'USD' }),
  (order) => changeProduct(order, { vendor_reference_id: 'NONE', barcode: null, id: '987654' }),
  (order) => changeProduct(order, { vendor_reference_id: null, barcode: null }),
  (order) => Object.assign(order, { items: [...order.items, 'broken'] }),
  (order) => Object.assign(order, { items: null }),
  (order) => Object.assign(order, { items: [] }),
  (order) => Object.assign(order, { status: { key: 'awaiting_vendor' } }),
]

function changeProduct(order: Sent, fields: object): void {
  const [line] = order.items
  if (line) line['product'] = { ...(line['product'] as object), ...fields }
}

function ruleOf(chance: Chance): Partial<AutoAccept> {
  const limit = (max: number) => (chance.percent(40) ? chance.between(1, max) : null)
  const hour = () => `${String(chance.between(0, 23)).padStart(2, '0')}:${chance.pick(['00', '30'])}`
  const [from, to] = chance.percent(50) ? ['00:00', '00:00'] : [hour(), hour()]
  return {
    when: chance.percent(70) ? 'now' : 'last_moment',
    weekdays: chance.percent(60) ? [1, 2, 3, 4, 5, 6, 7] : [chance.between(1, 7), chance.between(1, 7)],
    from,
    to,
    time_zone: chance.pick(['UTC', 'Asia/Baghdad', 'America/New_York']),
    max_total: limit(60_000),
    max_pieces: limit(8),
    max_open: limit(30),
    requires_catalog: chance.percent(70),
    requires_presence: chance.percent(50),
  }
}

interface Seen {
  readonly rule: Partial<AutoAccept>
  readonly sent: Sent
  readonly at: number
  readonly open: number
  readonly isAnybodyThere: boolean
}

const catalog: ReadonlyMap<string, CatalogItem> = new Map(
  shopItems(new Date('2026-11-20T12:00:00Z')).map((item) => [item.vendor_reference_id, item]),
)
const offsets: Readonly<Record<string, number>> = { UTC: 0, 'Asia/Baghdad': 3, 'America/New_York': -5 }

/** Which condition forbids to accept the order; undefined if none does. */
function forbidden({ rule, sent, at, open, isAnybodyThere }: Seen): string | undefined {
  // No zone of these changes its offset in this time.
  const local = new Date(at + (offsets[rule.time_zone ?? ''] ?? 0) * 3_600_000)
  const time = local.toISOString().slice(11, 16)
  const [from = '', to = ''] = [rule.from, rule.to]
  const day = ((local.getUTCDay() + 6 - (from > to && time < to ? 1 : 0) + 7) % 7) + 1
  const items = Array.isArray(sent.items) ? sent.items : []
  if (items.length === 0 || items.some((line) => typeof line !== 'object')) return 'broken'
  const total = Number(sent.total ?? Number.NaN)
  const pieces = items.reduce((sum, { quantity }) => sum + Number(quantity ?? Number.NaN), 0)
  const matched = items.map(({ product }) =>
    catalog.get(String((product as Order['items'][number]['product'])?.vendor_reference_id)),
  )
  const is = {
    day: !rule.weekdays?.includes(day),
    hours: from !== to && (from < to ? time < from || time >= to : time < from && time >= to),
    total: typeof rule.max_total === 'number' && !(total >= 0 && total <= rule.max_total),
    pieces:
      typeof rule.max_pieces === 'number' &&
      !(pieces > 0 && pieces <= rule.max_pieces && Number(sent.total_quantity) <= rule.max_pieces),
    open: typeof rule.max_open === 'number' && open > rule.max_open,
    presence: rule.requires_presence && !isAnybodyThere,
    notes:
      'customer_note' in sent ||
      items.some(
        ({ customizations }) =>
          !['null', '""', '[]', '{}', '[[]]', '{"note":""}'].includes(JSON.stringify(customizations)),
      ),
    digital: matched.some((item) => item?.is_virtual),
    status: (sent.status as Order['status']).key !== 'pending',
    catalog: rule.requires_catalog && items.some((line, place) => !isAsInCatalog(line, matched[place], at)),
  }
  return Object.entries(is).find(([, isSo]) => isSo)?.[0]
}

function isAsInCatalog(line: Record<string, unknown>, item: CatalogItem | undefined, at: number): boolean {
  const product = line['product'] as Order['items'][number]['product']
  // Matched by its id.
  const known =
    item ??
    (product.vendor_reference_id === null
      ? [...catalog.values()].find(({ id }) => String(id) === product.id)
      : undefined)
  if (!known || !known.is_active || !known.is_available || known.stock < Number(line['quantity'])) return false
  const [start, end] = [known.discount_start_at, known.discount_end_at].map((each) =>
    each === null ? Number.NaN : Date.parse(each),
  )
  const isDiscounted = known.discounted_price !== null && !((start ?? 0) > at) && !((end ?? Infinity) <= at)
  const valid = isDiscounted ? known.discounted_price : known.price
  return (
    Number(line['price'] ?? Number.NaN) === valid &&
    product.is_available &&
    product.price === valid &&
    product.currency === 'IQD'
  )
}

test(`accepts none of ${ordersInAll} orders that its conditions exclude`, async () => {
  const chance = createChance(46)
  const clock = createTestClock()
  const vendor = createSimulator({ clock, token: testToken })
  const sent = new Map<string, Sent>()
  const change = new Map<string, (order: Sent) => void>()
  const accepted: string[] = []
  const openAt = new Map<string, { open: number; at: number }>()
  let openNow = () => 0

  async function fetch(request: Request): Promise<Response> {
    const [, id = '', action] = /\/orders\/([^/]+)(?:\/(\w+))?$/.exec(new URL(request.url).pathname) ?? []
    if (action === 'accept') {
      accepted.push(id)
      openAt.set(id, { open: openNow(), at: clock.now() })
    }
    const answer = await vendor.fetch(request)
    if (id === '' || action !== undefined || !answer.ok) return answer
    const body = (await answer.json()) as { data: Sent }
    change.get(id)?.(body.data)
    // What it was before it was accepted.
    if (!sent.has(id)) sent.set(id, structuredClone(body.data))
    return Response.json(body)
  }

  const desk = await openRuledDesk(null, { clock, vendor, fetch, printing: null }, false)
  const items = shopItems(new Date('2026-11-20T12:00:00Z')).filter(({ id }) => id % 29 !== 0)
  const found = { fits: 0, accepted: 0, left: new Map<string, number>() }
  for (let placed = 0; placed < ordersInAll; placed += ordersAtOnce) {
    await clock.advance(chance.between(5, 300) * minute)
    const rule = ruleOf(chance)
    const tablet = await desk.admit(`Tablet ${placed}`, 'Sara')
    await setRule(tablet, { enabled: true, ...rule })
    const isAnybodyThere = chance.percent(70)
    const ids = Array.from({ length: ordersAtOnce }, () => {
      const line = () => ({
        item: chance.percent(85) ? chance.pick(plainItems) : chance.pick(items),
        quantity: chance.percent(70) ? 1 : chance.between(2, 6),
        customizations: chance.percent(15) ? { note: 'Ripe' } : null,
      })
      const lines = Array.from({ length: chance.between(1, 3) }, line)
      const order = chance.percent(8) ? vendor.placeOrder('digital') : vendor.placeOrder('ordinary', { lines })
      const oddity = chance.percent(35) ? chance.pick(oddities) : undefined
      const seed = chance.between(1, 1_000_000)
      if (oddity) change.set(order.id, (data) => oddity(data, createChance(seed)))
      return order.id
    })
    let told = 0
    openNow = () => told
    for (let minutes = 0; minutes < 6; minutes += 1) {
      if (isAnybodyThere) await tablet.post('/api/desk/presence', { armed: true, sound: true })
      if (minutes === 0) {
        for (const id of ids) {
          told += 1
          await desk.notify(JSON.stringify({ event: 'order_created', data: { id } }))
          await clock.advance(second)
        }
      }
      await clock.advance(minute)
    }
    for (const id of ids) {
      const order = sent.get(id)
      if (!order) throw new Error('An order was never read.')
      const { at = clock.now(), open = ids.length } = openAt.get(id) ?? {}
      const why = forbidden({ rule, sent: order, at, open, isAnybodyThere })
      const isAccepted = accepted.includes(id)
      if (isAccepted) expect({ id, why }).toEqual({ id, why: undefined })
      found.accepted += Number(isAccepted)
      found.fits += Number(why === undefined)
      if (!isAccepted) found.left.set(why ?? 'in doubt', (found.left.get(why ?? 'in doubt') ?? 0) + 1)
      const known = vendor.orders.find(id)
      if (known) vendor.orders.move(known, 'completed')
    }
    expect(new Set(accepted).size).toBe(accepted.length)
    await clock.advance(5 * minute)
  }
  if (process.env['RULE_ORDERS'])
    process.stdout.write(`${JSON.stringify({ ...found, left: Object.fromEntries(found.left) })}\n`)
  expect(found.accepted).toBeGreaterThan(ordersInAll / 20)
}, 3_600_000)
