import { readable, salvage, type Salvaged, type Unreadable } from '#contract/salvage.ts'
import { OrderItem, type ReadOrder } from '#contract/vendor/order.ts'
import { Message, ServiceText } from '#web/components/text.tsx'
import { flatten } from '#domain/customer-notes.ts'
import { formatMoney } from '#web/i18n/format.ts'
import { type Translate, useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import * as z from 'zod/mini'

/** A customer's change to a line. */
type LineChange = { readonly id: string; readonly name: string } & (
  | { readonly what: 'gone' | 'added' | 'notes' }
  | { readonly what: 'more' | 'price'; readonly before: number; readonly now: number }
  | { readonly what: 'product'; readonly before: string }
)

/**
 * The changes between an order's lines before and now. If a line has no unique id, no other line is reported as gone or
 * added, because it may be that one.
 */
export function changesOf(before: unknown, order: ReadOrder): readonly LineChange[] {
  const [old, now] = [linesBefore(before), byId(readable(order.items))]
  const ids = [...new Set([...old.lines.keys(), ...now.lines.keys()])]
  return ids.flatMap((id) => {
    const [was, is] = [old.lines.get(id), now.lines.get(id)]
    if (was && is) return changesOfLine(id, was, is)
    const isSure = is ? old.isWhole : now.isWhole
    return isSure ? { id, what: is ? 'added' : 'gone', name: nameOf(is ?? was) ?? id } : []
  })
}

/** Whether every line, before and now, has a unique id. Otherwise there may be more changes than reported. */
export const showsAllChanges = (before: unknown, order: ReadOrder): boolean =>
  linesBefore(before).isWhole && byId(readable(order.items)).isWhole

const linesBefore = (before: unknown) => byId(readable(salvage(z.array(OrderItem), before)))

/** Only compares fields that are readable on both sides. */
function changesOfLine(id: string, was: Line, is: Line): readonly LineChange[] {
  const line = { id, name: nameOf(is) ?? id }
  const changes: LineChange[] = []
  const [oldProduct, product] = [readable(was.product), readable(is.product)]
  if (isOther(oldProduct?.id, product?.id) || isOther(oldProduct?.name, product?.name))
    changes.push({ ...line, what: 'product', before: nameOf(was) ?? id })
  const quantity = pair(was.quantity, is.quantity)
  if (quantity) changes.push({ ...line, what: 'more', ...quantity })
  if (areOtherNotes(was.customizations, is.customizations)) changes.push({ ...line, what: 'notes' })
  const price = pair(was.price, is.price)
  // unspecified: whether the price is per unit or per line. A price change that follows from another change is left out.
  if (price && !changes.some(({ what }) => what !== 'notes')) changes.push({ ...line, what: 'price', ...price })
  return changes
}

type Line = Salvaged<OrderItem>

/** Lines by id; `isWhole` tells whether these are all. */
function byId(given: readonly (Line | Unreadable)[] | undefined) {
  const lines = (given ?? []).flatMap((line) => {
    const read = readable(line)
    const id = readable(read?.id)
    return read && id !== undefined ? [[id, read] as const] : []
  })
  const all = new Map(lines)
  return { lines: all, isWhole: all.size === given?.length }
}

/** The product's name, or else its id. */
function nameOf(line: Line | undefined): string | undefined {
  const product = readable(line?.product)
  return readable(product?.name) ?? readable(product?.id)
}

type Read<T> = T | Unreadable | undefined

function isOther<T>(before: Read<T>, now: Read<T>): boolean {
  const [was, is] = [readable(before), readable(now)]
  return was !== undefined && is !== undefined && was !== is
}

/** A number before and now, if it has changed. */
function pair(was: Read<number>, is: Read<number>) {
  const [before, now] = [readable(was), readable(is)]
  return before !== undefined && now !== undefined && before !== now ? { before, now } : undefined
}

/** `null`, `[]` and `{}` all mean none. */
const areOtherNotes = (was: unknown, is: unknown): boolean =>
  JSON.stringify(was) !== JSON.stringify(is) && [was, is].some((each) => flatten(each).notes.length > 0)

interface CustomerChangeProps {
  readonly order: ReadOrder
  /** The lines before the change. */
  readonly before: unknown
}

/** Shows what the customer changed, so that nobody packs the original order. */
export function CustomerChange({ order, before }: CustomerChangeProps) {
  const t = useTranslate()
  const language = useLanguage()
  const changes = changesOf(before, order)
  const money = (amount: number) => formatMoney(amount, readable(order.currency), language)
  return (
    <Message look="amber" role="note">
      <h2 className="font-bold">{t('changed.title')}</h2>
      {changes.length > 0 && (
        <ul className="text-strong">
          {changes.map((change) => (
            <li key={`${change.what} ${change.id}`}>
              <ServiceText>{changeText(change, t, money)}</ServiceText>
            </li>
          ))}
        </ul>
      )}
      {/* The lines have changed in a way that is not compared here or is unreadable. */}
      {(changes.length === 0 || !showsAllChanges(before, order)) && <p className="text-strong">{t('changed.other')}</p>}
    </Message>
  )
}

function changeText(change: LineChange, t: Translate, money: (amount: number) => string): string {
  const { name } = change
  switch (change.what) {
    case 'more':
      return t('changed.more', { name, before: change.before, now: change.now })
    case 'product':
      return t('changed.product', { name, before: change.before })
    case 'price':
      return t('changed.price', { name, before: money(change.before), now: money(change.now) })
    default:
      return t(`changed.${change.what}`, { name })
  }
}

/** unspecified: taxes and discounts have no fields, so the amounts may not add up to the total. */
export function MoneyDifference({ order }: { readonly order: ReadOrder }) {
  const t = useTranslate()
  const language = useLanguage()
  const parts = [order.subtotal, order.delivery_charge, order.service_charge].map(readable)
  const total = readable(order.total)
  if (total === undefined || parts.some((part) => part === undefined)) return null
  const sum = parts.reduce<number>((all, part) => all + (part ?? 0), 0)
  // Ignores rounding errors of binary fractions such as 0.1 + 0.2.
  if (Math.abs(sum - total) < 0.0005) return null
  const money = (amount: number) => formatMoney(Number(amount.toFixed(3)), readable(order.currency), language)
  return <p className="mt-2 text-sm text-soft">{t('order.difference', { sum: money(sum), total: money(total) })}</p>
}
