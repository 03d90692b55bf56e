import { expect } from 'vitest'
import type { AutoAccept } from '#contract/desk/rules.ts'
import type { CatalogItem } from '#contract/vendor/catalog.ts'
import { shopItems } from '#simulator/shop/items.ts'
import type { Basket } from '#simulator/basket.ts'
import { createTestDesk, type TestDesk } from './desk.ts'

const start = new Date('2026-11-20T12:00:00Z')

/** Items whose price on an order is the catalog's. */
export const plainItems: readonly CatalogItem[] = shopItems(start).filter(
  ({ id, is_active, is_available, is_virtual, discounted_price, stock }) =>
    is_active && is_available && !is_virtual && discounted_price === null && stock > 0 && id % 29 !== 0,
)

/** One piece of one item, without notes. */
export function plainBasket(place = 0): Pick<Basket, 'lines'> {
  const item = plainItems[place % plainItems.length]
  if (!item) throw new Error('The shop has no plain item.')
  return { lines: [{ item, quantity: 1, customizations: null }] }
}

/** Changes the rule, as a manager does. */
export async function setRule(desk: Pick<TestDesk, 'post'>, rule: Partial<AutoAccept>): Promise<void> {
  expect((await desk.post('/api/desk/rules', { auto_accept: rule }, 'PUT')).status).toBe(200)
}

/**
 * A desk that has read its catalog, with a tablet there, and a rule; null for none, nothing for the one in the store.
 */
export async function openRuledDesk(
  rule: Partial<AutoAccept> | null | undefined,
  { config, ...options }: Parameters<typeof createTestDesk>[0] = {},
  isAnybodyThere = true,
): Promise<TestDesk> {
  const desk = createTestDesk({ walksCatalog: true, config: { timeZone: 'UTC', ...config }, ...options })
  await desk.open()
  await desk.ask('/api/desk/catalog/items')
  await desk.clock.advance(60_000)
  if (isAnybodyThere) await desk.post('/api/desk/presence', { armed: true, sound: true })
  if (rule) await setRule(desk, { enabled: true, requires_presence: false, ...rule })
  return desk
}

/** The orders that the vendor was asked to accept, in their sequence. */
export const accepts = (desk: Pick<TestDesk, 'asked'>): readonly string[] =>
  desk.asked('POST').flatMap((request) => /orders\/([^/]+)\/accept$/.exec(request)?.[1] ?? [])

export const timelineOf = async (desk: Pick<TestDesk, 'row'>, orderId: string) => (await desk.row(orderId)).timeline
