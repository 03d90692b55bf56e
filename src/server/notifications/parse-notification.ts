import { isRecord, parseJsonOfIds } from '#contract/json.ts'
import { isOrderId } from '#contract/vendor/item-id.ts'
import { encodingOf, type Encoding } from '#server/runtime/text-encoding.ts'
import { isPingKind, looksLikePing } from './parse-body.ts'

/** What a notification said, as far as it could be understood. */
export type ParsedNotification =
  | { readonly kind: 'test' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'orders'; readonly orders: readonly KnownOrder[]; readonly hasUnreadable: boolean }

export interface KnownOrder {
  /** The id as it was told, white space around it gone. */
  readonly id: string
  readonly itemIds: readonly string[]
  /** False where the notification names an event that is not `order_created`: then the vendor is asked first. */
  readonly isNewOrder: boolean
}

const ordersAtMost = 100
const itemsAtMost = 1000

/** unspecified: the payload. Only ids are taken from it, wherever they commonly stand; all else is read anew. */
export function parseNotification(bytes: Uint8Array, contentType: string): ParsedNotification {
  const text = decode(bytes, contentType)
  if (text === undefined) return { kind: 'unreadable' }
  if (text.trim() === '') return { kind: 'test' }
  const body = parseBody(text, contentType) ?? text.trim()
  const kind = kindOf(body) ?? firstOf(body, pingKindPlaces, kindText)
  // The id beside the kind of a ping is the ping's own.
  const told = isPingKind(kind) && isRecord(body) ? { ...body, id: undefined } : body
  for (const telling of tellings(told)) {
    const heard = hearEach(telling.members, telling.kind)
    if (heard) return heard
  }
  return { kind: isPingKind(kind) || (kind === undefined && looksLikePing(body)) ? 'test' : 'unreadable' }
}

const decoderOf = (encoding: Encoding) => new TextDecoder(encoding, { fatal: true })
/** Made once: to make one costs more than to decode a notification. */
const decoders: Readonly<Record<Encoding, TextDecoder>> = {
  'utf-8': decoderOf('utf-8'),
  'utf-16le': decoderOf('utf-16le'),
  'utf-16be': decoderOf('utf-16be'),
}

/** Nothing where it is neither what it seems nor what it says. */
function decode(body: Uint8Array, contentType: string): string | undefined {
  try {
    return decoders[encodingOf(body)].decode(body)
  } catch {
    return decodeAsSaid(body, contentType)
  }
}

/** By the charset of its type: names of customers are in it, and an id is the same in each. */
function decodeAsSaid(body: Uint8Array, contentType: string): string | undefined {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/.exec(contentType) ?? []
  try {
    return /^utf-?8$/.test(charset) ? undefined : new TextDecoder(charset).decode(body)
  } catch {
    return undefined
  }
}

/** By what it looks like: many a sender of JSON says that it is a form. */
function parseBody(text: string, contentType: string): unknown {
  const isForm = contentType.includes('x-www-form-urlencoded') || /^[\w.%[\]-]+=/.test(text)
  return tryJson(text) ?? (isForm ? fromForm(text) : undefined)
}

/** `id=A1`, `data[id]=A1`, or a JSON text in the field `data` or `payload`. */
function fromForm(text: string): unknown {
  const fields = fieldsOf(text)
  const told = fields['payload'] ?? fields['data']
  const inner = typeof told === 'string' ? tryJson(told) : undefined
  return isRecord(inner) || Array.isArray(inner) ? inner : fields
}

/** Brackets and dots in a name say where its value stands: `data[order][id]` is `data.order.id`. */
function fieldsOf(text: string): Record<string, unknown> {
  const fields = emptyRecord()
  for (const [name, value] of new URLSearchParams(text)) {
    const place = name.split(/[[\].]+/).filter((part) => part !== '')
    const last = place.pop() ?? ''
    let inner = fields
    for (const part of place) {
      const known = inner[part]
      const next = isRecord(known) ? known : emptyRecord()
      inner[part] = next
      inner = next
    }
    inner[last] = value
  }
  return fields
}

/** Without a prototype: a field may be called `__proto__`. */
const emptyRecord = () => Object.create(null) as Record<string, unknown> // `create` promises `any`.

function tryJson(text: string): unknown {
  try {
    return parseJsonOfIds(text)
  } catch {
    return undefined
  }
}

/** The names that lead to a value, from the outermost. */
type Path = readonly string[]
/** Where something may stand: by each inner path behind each outer one. What an outer one leads to is looked up once. */
interface Place {
  readonly outer: Path
  readonly inner: readonly Path[]
}

const paths = (...names: readonly string[]): readonly Path[] => names.map((name) => name.split('.'))
const behind = (outer: readonly Path[], ...names: readonly string[]): readonly Place[] =>
  outer.map((path) => ({ outer: path, inner: paths(...names) }))
const places = (...names: readonly string[]): readonly Place[] => behind([[]], ...names)

// All of these stand in the order in which they are believed: the most telling place first.
const wraps = paths('data.object', 'payload.object', 'data', 'payload')
const wrapsOrNone: readonly Path[] = [...wraps, []]
/** These speak of an order beyond doubt: where they disagree, somebody should know. */
const namedPlaces = behind(wrapsOrNone, 'order.id', 'order_id', 'orderId')
/** Inside an order these may be the number that stands on its paper. */
const surePlaces = [...namedPlaces, ...behind(wrapsOrNone, 'order.order_id', 'order.orderId')]
const wrappedPlaces = [...surePlaces, ...behind(wraps, 'id')]
/** A bare value here is an id where the notification is of an order; elsewhere it may be a rank or a remark. */
const valuePlaces = [...behind(wrapsOrNone, 'order'), ...places('data', 'payload')]
/** It may as well be the notification's own. */
const ownPlaces = places('id')
const itemPlaces = behind(wrapsOrNone, 'order.items', 'items')
const itemIdPlaces = places('order_item_id', 'id')
const pingKindPlaces = places('topic', 'action')
const kindPlaces = places('event', 'event.type', 'event.name', 'type', 'event_type', 'eventType', 'kind')
/** Where one of these lists is, the notification holds no order outside it. */
const ownLists: readonly Path[] = [[], ...paths('orders')]
const orderLists = paths('data.orders', 'payload.orders')
const otherLists = paths('data', 'payload')

/** A way to read a body: orders, and the kind of notification that they are of, where it is said of them all. */
interface Telling {
  readonly members: readonly unknown[]
  readonly kind: string | undefined
}

/** In what ways a body may be read, the most telling first: the orders of a list, or itself as one. */
function tellings(body: unknown): readonly Telling[] {
  // A list of orders may name them by their ids alone; what is called so rings, whatever the notification is called.
  const own = ownLists.flatMap((path) => membersAt(body, path, 'id'))
  const kind = kindOf(body)
  if (own.length > 0) return own.map((members) => ({ members, kind: isOfNewOrder(kind) ? kind : undefined }))
  // Beside an order that is named, all lists are of its parts; beside a mere id, those that name no orders.
  const lists = otherLists.flatMap((path) => membersAt(body, path, 'data'))
  const found = [
    ...orderLists.flatMap((path) => membersAt(body, path, 'id')),
    ...lists.filter((members) => members.some(isNamed)),
    [body],
    ...lists,
  ]
  return (isNamed(body) ? [[body]] : found).map((members) => ({ members, kind }))
}

const isNamed = (value: unknown): boolean =>
  firstOf(value, surePlaces, idText) !== undefined || hasOtherNumber(value, surePlaces)

/** Whether a number that is no id stands in one of these places. */
const hasOtherNumber = (value: unknown, among: readonly Place[]): boolean =>
  firstOf(value, among, (found) => (typeof found === 'number' && idText(found) === undefined) || undefined) ?? false

/**
 * The members of a list, as far as they matter, or none where there is no list. Where all of them are bare each gets a
 * name; among orders a bare one tells of none.
 */
function membersAt(body: unknown, path: Path, bareName: string): readonly (readonly unknown[])[] {
  const members = listIn(at(body, path))?.slice(0, ordersAtMost + 1)
  if (!members) return []
  return [members.some(isRecord) ? members : members.map((member) => ({ [bareName]: member }))]
}

/** A form has its lists by number: `items[0][id]`. */
function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  const names = isRecord(value) ? Object.keys(value) : []
  const isNumbered = names.length > 0 && names.every((name, index) => name === String(index))
  return isRecord(value) && isNumbered ? Object.values(value) : undefined
}

/** @returns nothing where none of them is an order. */
function hearEach(members: readonly unknown[], kind: string | undefined): ParsedNotification | undefined {
  const orders = members
    .slice(0, ordersAtMost)
    .map((member) => ordersIn(member, kind))
    .filter((found) => found.length > 0)
  if (orders.length === 0) return undefined
  const isWhole = orders.length === members.length && !members.some(isContradictory)
  return { kind: 'orders', orders: orders.flat(), hasUnreadable: !isWhole }
}

/** One order, in a notification of a kind; and beside it what may be its id as well. */
function ordersIn(member: unknown, kindOfAll: string | undefined): readonly KnownOrder[] {
  // Its own `type` may be that of a delivery.
  const kinds = [kindOfAll, kindOf(member)].filter((kind) => kind !== undefined)
  const isOfOrder = kinds.some((kind) => /order/i.test(kind))
  const wrapped = firstOf(member, wrappedPlaces, idText)
  // It is of an order whose id cannot be read: what stands in a lesser place is another id.
  if (wrapped === undefined && hasOtherNumber(member, wrappedPlaces)) return []
  const value = isOfOrder ? firstOf(member, valuePlaces, plainId) : undefined
  const own = firstOf(member, ownPlaces, idText)
  const id = wrapped ?? (eventsOwn.test(own ?? '') ? value : undefined) ?? own ?? value
  if (id === undefined) return []
  const items = firstOf(member, itemPlaces, listIn) ?? []
  const itemIds = items.slice(0, itemsAtMost).flatMap((item) => firstOf(item, itemIdPlaces, idText) ?? [])
  const order = { id, itemIds, isNewOrder: kinds.length === 0 || kinds.some(isOfNewOrder) }
  // One is the notification's own, or the other a rank or a remark: the vendor knows.
  const other = wrapped === undefined ? [own, value].find((each) => each !== undefined && each !== id) : undefined
  return other === undefined ? [order] : [order, { id: other, itemIds: [], isNewOrder: false }]
}

/** What services write before the ids of their notifications. */
const eventsOwn = /^(?:evt?|event|msg|message|whk?|webhook|ntf|notification)[_-]/i

const isOfNewOrder = (kind: string | undefined): boolean =>
  kind !== undefined && /orders?.?(?:creat|plac|new)|(?:new|created|placed).?order/i.test(kind)

const kindOf = (value: unknown): string | undefined => firstOf(value, kindPlaces, kindText)

const kindText = (kind: unknown): string | undefined => (typeof kind === 'string' ? kind : undefined)

function isContradictory(member: unknown): boolean {
  const named = firstOf(member, namedPlaces, idText)
  const other = firstOf(member, namedPlaces, (found) => ((idText(found) ?? named) === named ? undefined : found))
  return other !== undefined || hasOtherNumber(member, namedPlaces)
}

/** Of any length: what is too long for an address is still an order, and the body has its limit. */
function idText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

/** It must look like an id where nothing says that it is one: a text may be a whole order, with its hand-over codes. */
function plainId(value: unknown): string | undefined {
  const text = idText(value)
  return text !== undefined && isOrderId(text) ? text : undefined
}

function firstOf<T>(
  value: unknown,
  possible: readonly Place[],
  read: (found: unknown) => T | undefined,
): T | undefined {
  for (const { outer, inner } of possible) {
    const around = at(value, outer)
    if (!isRecord(around)) continue
    for (const path of inner) {
      const found = read(at(around, path))
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** What is at the end of a path; nothing where it breaks off. */
function at(value: unknown, path: Path): unknown {
  let inner = value
  for (const name of path) {
    if (!isRecord(inner) || !Object.hasOwn(inner, name)) return undefined
    inner = inner[name]
  }
  return inner
}
