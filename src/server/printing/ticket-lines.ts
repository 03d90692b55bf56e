import type { ItemMatch } from '#contract/desk/inbox.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { lineKey, orderItems, readOrder, type ReadOrder, type ReadOrderItem } from '#contract/vendor/order.ts'
import { flatten, type Note } from '#domain/customer-notes.ts'
import { ticketNames } from '#domain/line-names.ts'
import type { OrderRecord } from '#domain/order.ts'
import { isOwnLine, type OwnLines } from '#domain/own-lines.ts'
import { categoriesOf } from '#server/catalog/item-categories.ts'
import { withoutCodes } from '#server/orders/shown-notes.ts'
import type { TicketBlock } from './ticket.ts'
import { directionOf } from './wrap-text.ts'
import { isolated, type TicketText } from './ticket-words.ts'

export interface TicketLine {
  readonly line: ReadOrderItem | Unreadable
  readonly match: ItemMatch | undefined
}

/** The order of a record; only its id if the service never sent it. */
export const orderOf = ({ orderId, order }: Pick<OrderRecord, 'orderId' | 'order'>): ReadOrder =>
  readOrder(orderId, order) ?? { id: orderId }

/** The lines that a printer prints. */
export const linesFor = (
  record: Pick<OrderRecord, 'orderId' | 'order'>,
  { categoryIds, coveredIds }: OwnLines,
  matches: readonly ItemMatch[],
): readonly TicketLine[] =>
  orderItems(orderOf(record))
    .map((line, index) => ({ line, match: matches.find((match) => match.line === lineKey(line, index)) }))
    .filter(({ match }) => isOwnLine(categoriesOf(match?.item)?.map(String), { categoryIds, coveredIds }))

/** Quantity, names, codes and notes of a line; of an unreadable one that it is so. */
export function lineBlock({ line, match }: TicketLine, text: TicketText, hasCodes: boolean): TicketBlock {
  if (line instanceof Unreadable)
    return {
      is: 'text',
      text: text.sentence((words) => words.lineUnreadable),
      size: 'normal',
      isBold: true,
      isFramed: true,
    }
  const product = readable(line.product)
  const names = ticketNames(line, match, text.languages).map(withWholeSize)
  const codes = [product?.vendor_reference_id, product?.barcode].map((code) => code && readable(code)?.trim())
  return {
    is: 'line',
    quantity: `${readable(line.quantity) ?? '?'} ×`,
    names: names.length > 0 ? names : [text.label((words) => words.noName(readable(line.id) ?? '?'))],
    codes: hasCodes ? codes.filter(Boolean).join(' · ') : '',
    notes: notesOf(line.customizations, text),
  }
}

export const hasNotes = ({ line }: TicketLine, text: TicketText): boolean =>
  !(line instanceof Unreadable) && notesOf(line.customizations, text).length > 0

/** Keeps `6 × 1.5 l` on one line: its end alone would be read as another size. */
const withWholeSize = (name: string): string =>
  name.replace(/(\p{Nd}) ([x×*]) (?=\p{Nd})/gu, '$1\u00a0$2\u00a0').replace(/(\p{Nd}) (\p{L}{1,4}\.?)$/u, '$1\u00a0$2')

function notesOf(
  customizations: unknown,
  text: TicketText,
): readonly { readonly text: string; readonly depth: number }[] {
  const { notes, isCut } = flatten(withoutCodes(customizations), text.first)
  const shown = notes.map((note) => ({ text: noteText(note, text), depth: note.depth }))
  return isCut ? [...shown, { text: text.label((words) => words.more), depth: 0 }] : shown
}

function noteText({ name, value }: Note, { words }: TicketText): string {
  const said = typeof value === 'boolean' ? (value ? words.yes : words.no) : value
  if (name === undefined) return said ?? ''
  if (said === undefined) return name
  // Name and value of one direction are one text; else the pair runs in the ticket's direction.
  const isOneText = [directionOf(name), undefined].includes(directionOf(said))
  return isOneText ? `${name}: ${said}` : `${isolated(name)}: ${isolated(said)}`
}
