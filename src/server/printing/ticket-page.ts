import type { ItemMatch } from '#contract/desk/inbox.ts'
import type { Mode } from '#contract/desk/session.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { orderItems, paymentOf, type ReadOrder } from '#contract/vendor/order.ts'
import { orderNumber } from '#domain/order-number.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { OwnLines } from '#domain/own-lines.ts'
import type { PrinterRecord, PrintJob } from '#domain/print-job.ts'
import type { TicketBlock, TicketPage } from './ticket.ts'
import { hasNotes, lineBlock, linesFor, orderOf } from './ticket-lines.ts'
import {
  bannerOf,
  createTicketText,
  formatMoney,
  formatSent,
  formatShort,
  formatTime,
  isolated,
  type TicketText,
} from './ticket-words.ts'

interface Ticket {
  readonly record: OrderRecord
  readonly job: Pick<PrintJob, 'what' | 'bag' | 'bags' | 'sheet' | 'sheets' | 'copy' | 'standsInFor'>
  readonly printer: Pick<PrinterRecord, 'languages'> & OwnLines
  /** The catalog items of the order's lines. */
  readonly matches: readonly ItemMatch[]
  readonly mode: Mode
  /** In ms on the server's clock. */
  readonly printedAt: number
}

interface Content extends Ticket {
  readonly order: ReadOrder
  readonly text: TicketText
}

const rule: TicketBlock = { is: 'rule' }
const nothing = '—'

/** One order on paper. It never has hand-over codes or codes of digital goods, because anybody may pick it up. */
export function ticketPage(ticket: Ticket): TicketPage {
  const text = createTicketText(ticket.printer.languages)
  const content = { ...ticket, text, order: orderOf(ticket.record) }
  const { what } = ticket.job
  const kind = what === 'kitchen' ? kitchenTicket : what === 'bag' ? bagLabel : fullTicket
  return { direction: text.direction, blocks: [...bannerBlocks(content), ...kind(content)] }
}

const kitchenTicket = (content: Content): readonly TicketBlock[] => [
  numberBlock(content.order),
  ...marks(content),
  ...warnings(content),
  way(content),
  customer(content),
  acceptedFact(content) ?? placedFact(content),
  ...lineBlocks(content, false),
  countFact(content),
  printed(content),
]

const bagLabel = (content: Content): readonly TicketBlock[] => [
  ...shopBlocks(content),
  numberBlock(content.order),
  ...marks(content),
  customer(content),
  way(content),
  deliveryFact(content),
  ...(content.record.order === null ? [unread(content)] : []),
  quantityFact(content, content.job.bags > 1 ? 'orderQuantity' : 'totalQuantity'),
  barcode(content.order),
  { is: 'qr', text: content.order.id },
  printed(content),
]

function fullTicket(content: Content): readonly TicketBlock[] {
  const { order, text } = content
  const accepted = acceptedFact(content)
  const total = readable(order.total)
  return [
    ...shopBlocks(content),
    numberBlock(order),
    barcode(order),
    ...marks(content),
    ...warnings(content),
    way(content),
    customer(content),
    deliveryFact(content),
    { is: 'fact', name: text.label((words) => words.payment), value: paymentOf(order) ?? nothing },
    placedFact(content),
    ...(accepted ? [accepted] : []),
    ...lineBlocks(content, true),
    countFact(content),
    {
      is: 'fact',
      name: text.label((words) => words.total),
      value:
        total === undefined ? missing(order.total, text) : formatMoney(total, readable(order.currency), text.first),
      isLarge: true,
    },
    { is: 'qr', text: order.id },
    { is: 'text', text: order.id, size: 'small', isCentered: true },
    printed(content),
  ]
}

/** Proves that a printer prints to both edges, in all scripts, and sharply enough for a scanner. */
export function testPage(printer: Pick<PrinterRecord, 'name' | 'languages'>, printedAt: number): TicketPage {
  const text = createTicketText(printer.languages)
  return {
    direction: text.direction,
    blocks: [
      { is: 'text', text: text.sentence((words) => words.test), size: 'large', isBold: true, isCentered: true },
      { is: 'text', text: printer.name, size: 'normal', isCentered: true },
      { is: 'barcode', texts: ['TEST-1234'] },
      { is: 'text', text: text.sentence((words) => words.testWhat), size: 'normal', isFramed: true },
      {
        is: 'text',
        text: ['Aa 123', 'أبجد ١٢٣', 'Éàç'].map(isolated).join(' · '),
        size: 'large',
        isCentered: true,
      },
      { is: 'qr', text: 'TEST-1234' },
      printed({ text, printedAt }),
    ],
  }
}

function bannerBlocks({ mode, text }: Content): readonly TicketBlock[] {
  const banner = bannerOf(mode)
  if (!banner) return []
  const sentence = text.sentence((words) => words[banner])
  return [{ is: 'text', text: sentence, size: 'normal', isBold: true, isCentered: true, isFramed: true }]
}

function shopBlocks({ order }: Content): readonly TicketBlock[] {
  const shop = readable(readable(order.vendor)?.name)?.trim()
  return shop ? [{ is: 'text', text: shop, size: 'normal', isCentered: true }] : []
}

const numberBlock = (order: ReadOrder): TicketBlock => ({
  is: 'text',
  text: orderNumber(order),
  size: 'huge',
  isBold: true,
  isCentered: true,
})

const barcode = (order: ReadOrder): TicketBlock => ({ is: 'barcode', texts: [orderNumber(order), order.id] })

/** What sets this paper apart from the usual one. */
function marks({ job, record, order, text }: Content): readonly TicketBlock[] {
  const { bag, bags, sheet, sheets, copy, standsInFor } = job
  const isCancelled = record.lane === 'closed' || record.problem === 'cancelled'
  const status = readable(readable(order.status)?.title)?.trim()
  const said = [
    copy > 1 && text.sentence((words) => words.reprint(copy)),
    sheets > 1 && text.sentence((words) => words.sheet(sheet, sheets)),
    bags > 1 && text.sentence((words) => words.bag(bag, bags)),
    standsInFor !== null && text.sentence((words) => words.standsInFor(standsInFor)),
    record.lane === 'answer' && text.label((words) => words.notAccepted),
    record.lane === 'contact' && text.label((words) => words.customerDecides),
    isCancelled && (status || text.label((words) => words.closed)),
  ]
  return said.filter((mark) => mark !== false).map((mark) => ({ is: 'mark', text: mark }))
}

/** What must be known before the first line is cooked or packed: a note may be an allergy, a line may be missing. */
function warnings({ record, printer, matches, text }: Content): readonly TicketBlock[] {
  const lines = linesFor(record, printer, matches)
  const said = [
    lines.some(({ line }) => line instanceof Unreadable) && text.sentence((words) => words.lineUnreadable),
    lines.some((line) => hasNotes(line, text)) && text.label((words) => words.hasNotes),
  ]
  return said.filter((mark) => mark !== false).map((mark) => ({ is: 'mark', text: mark }))
}

function way({ order, text }: Content): TicketBlock {
  const isPickup = readable(order.is_pickup)
  const said =
    isPickup === undefined
      ? `${text.label((words) => words.way)}: ${isolated(missing(order.is_pickup, text))}`
      : text.label((words) => (isPickup ? words.pickup : words.delivery))
  return { is: 'text', text: said, size: 'large', isBold: true }
}

const customer = ({ order, text }: Content): TicketBlock => ({
  is: 'fact',
  name: text.label((words) => words.customer),
  value: nameOf(order.customer, text),
  isLarge: true,
})

const deliveryFact = ({ order, text }: Content): TicketBlock => ({
  is: 'fact',
  name: text.label((words) => words.deliveryMethod),
  value: nameOf(order.delivery_method, text),
})

function placedFact({ order, printedAt, text }: Content): TicketBlock {
  const at = readable(order.created_at)
  const value = at === undefined ? missing(order.created_at, text) : formatSent(at, printedAt, text.first)
  return { is: 'fact', name: text.label((words) => words.placed), value }
}

/** When it was accepted, and by whom, if that is known. */
function acceptedFact({ record: { lastDone }, printedAt, text }: Content): TicketBlock | undefined {
  if (lastDone?.action !== 'accept') return undefined
  const time = formatShort(lastDone.at, printedAt, text.first)
  const person = lastDone.by?.rule ? text.words.automatically : lastDone.by?.person.trim()
  return {
    is: 'fact',
    name: text.label((words) => words.accepted),
    value: person ? `${isolated(time)} · ${isolated(person)}` : time,
  }
}

function lineBlocks(content: Content, hasCodes: boolean): readonly TicketBlock[] {
  const { record, order, printer, matches, text } = content
  const lines = linesFor(record, printer, matches)
  if (lines.length > 0) return [rule, ...lines.map((line) => lineBlock(line, text, hasCodes)), rule]
  if (record.order === null) return [unread(content)]
  const why =
    order.items instanceof Unreadable
      ? 'itemsUnreadable'
      : orderItems(order).length === 0
        ? 'noItems'
        : ('nothingHere' as const)
  return [{ is: 'text', text: text.sentence((words) => words[why]), size: 'normal', isBold: true, isFramed: true }]
}

const unread = ({ text }: Content): TicketBlock => ({
  is: 'text',
  text: text.sentence((words) => words.orderUnread),
  size: 'normal',
  isBold: true,
  isFramed: true,
})

/** The order's quantity; for a printer of some categories, how many of its lines are here. */
function countFact(content: Content): TicketBlock {
  const { record, order, printer, matches, text } = content
  const count = linesFor(record, printer, matches).length
  const all = orderItems(order).length
  if (count === all) return quantityFact(content)
  return { is: 'fact', name: text.label((words) => words.linesHere), value: `${count} / ${all}` }
}

const quantityFact = (
  { order, text }: Content,
  name: 'totalQuantity' | 'orderQuantity' = 'totalQuantity',
): TicketBlock => ({
  is: 'fact',
  name: text.label((words) => words[name]),
  value: readable(order.total_quantity) ?? missing(order.total_quantity, text),
})

const printed = ({ text, printedAt }: Pick<Content, 'text' | 'printedAt'>): TicketBlock => ({
  is: 'text',
  text: text.words.printed(formatTime(printedAt, text.first)),
  size: 'small',
  isCentered: true,
})

type Named = { readonly name?: string | Unreadable | undefined } | Unreadable | undefined

function nameOf(named: Named, text: TicketText): string {
  const name = named instanceof Unreadable ? named : named?.name
  return (typeof name === 'string' && name.trim()) || missing(name, text)
}

/** What stands for a field that cannot be shown: it was not sent, or could not be read. */
const missing = (field: unknown, text: TicketText): string =>
  field instanceof Unreadable ? text.words.unreadable : nothing
