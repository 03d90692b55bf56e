import { isRecord, parseJsonOfIds } from '#contract/json.ts'
import { isOrderId } from '#contract/vendor/item-id.ts'
import { encodingOf, type Encoding } from '#server/http/input-limits.ts'
import { isPingKind, looksLikePing } from './parse-body.ts'

/** The parsed content of a notification. */
export type ParsedNotification =
  | { readonly kind: 'test' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'orders'; readonly orders: readonly KnownOrder[]; readonly hasUnreadable: boolean }

export interface KnownOrder {
  /** The id as received, trimmed. */
  readonly id: string
  readonly itemIds: readonly string[]
  /** False if the notification names an event other than `order_created`; the vendor is asked first. */
  readonly isNewOrder: boolean
}

const ordersAtMost = 100
const itemsAtMost = 1000

/** Takes only ids from a notification, at all common places. unspecified: the payload. */
export function parseNotification(bytes: Uint8Array, contentType: string): ParsedNotification {
  const text = decode(bytes, contentType)
  if (text === undefined) return { kind: 'unreadable' }
  if (text.trim() === '') return { kind: 'test' }
  const body = parseBody(text, contentType) ?? text.trim()
  const kind = kindOf(body) ?? firstOf(body, pingKindPlaces, kindText)
  // The id of a ping is its own, not an order's.
  const content = isPingKind(kind) && isRecord(body) ? { ...body, id: undefined } : body
  for (const interpretation of interpretations(content)) {
    const parsed = parseMembers(interpretation.members, interpretation.kind)
    if (parsed) return parsed
  }
  return { kind: isPingKind(kind) || (kind === undefined && looksLikePing(body)) ? 'test' : 'unreadable' }
}

const decoderOf = (encoding: Encoding) => new TextDecoder(encoding, { fatal: true })
/** Created once, because creating one costs more than decoding a notification. */
const decoders: Readonly<Record<Encoding, TextDecoder>> = {
  'utf-8': decoderOf('utf-8'),
  'utf-16le': decoderOf('utf-16le'),
  'utf-16be': decoderOf('utf-16be'),
}

/** Decodes by detected encoding, then by declared charset; nothing if both fail. */
function decode(body: Uint8Array, contentType: string): string | undefined {
  try {
    return decoders[encodingOf(body)].decode(body)
  } catch {
    return decodeAsDeclared(body, contentType)
  }
}

/** Decodes by the declared charset. Ids are the same in each; only customers' names differ. */
function decodeAsDeclared(body: Uint8Array, contentType: string): string | undefined {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/.exec(contentType) ?? []
  try {
    return /^utf-?8$/.test(charset) ? undefined : new TextDecoder(charset).decode(body)
  } catch {
    return undefined
  }
}

/** Parses by content first, because many senders of JSON declare a form. */
function parseBody(text: string, contentType: string): unknown {
  const isForm = contentType.includes('x-www-form-urlencoded') || /^[\w.%[\]-]+=/.test(text)
  return tryJson(text) ?? (isForm ? fromForm(text) : undefined)
}

/** `id=A1`, `data[id]=A1`, or a JSON text in the field `data` or `payload`. */
function fromForm(text: string): unknown {
  const fields = fieldsOf(text)
  const content = fields['payload'] ?? fields['data']
  const inner = typeof content === 'string' ? tryJson(content) : undefined
  return isRecord(inner) || Array.isArray(inner) ? inner : fields
}

/** Expands brackets and dots in names: `data[order][id]` becomes `data.order.id`. */
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

/** Without a prototype, because a field may be called `__proto__`. */
const emptyRecord = () => Object.create(null) as Record<string, unknown> // `create` promises `any`.

function tryJson(text: string): unknown {
  try {
    return parseJsonOfIds(text)
  } catch {
    return undefined
  }
}

/** Property names from the outermost to a value. */
type Path = readonly string[]
/** Possible places of a value: each inner path within an outer one, which is looked up once. */
interface Place {
  readonly outer: Path
  readonly inner: readonly Path[]
}

const paths = (...names: readonly string[]): readonly Path[] => names.map((name) => name.split('.'))
const behind = (outer: readonly Path[], ...names: readonly string[]): readonly Place[] =>
  outer.map((path) => ({ outer: path, inner: paths(...names) }))
const places = (...names: readonly string[]): readonly Place[] => behind([[]], ...names)

// All lists below are in order of confidence, the highest first.
const wraps = paths('data.object', 'payload.object', 'data', 'payload')
const wrapsOrNone: readonly Path[] = [...wraps, []]
/** Unambiguous order ids; if they disagree, the notification is saved for inspection. */
const namedPlaces = behind(wrapsOrNone, 'order.id', 'order_id', 'orderId')
/** Inside an order these may be its printed number. */
const surePlaces = [...namedPlaces, ...behind(wrapsOrNone, 'order.order_id', 'order.orderId')]
const wrappedPlaces = [...surePlaces, ...behind(wraps, 'id')]
/** A bare value is an id only if the notification is about an order; elsewhere it may be a rank or a note. */
const valuePlaces = [...behind(wrapsOrNone, 'order'), ...places('data', 'payload')]
/** May be the notification's own id. */
const ownPlaces = places('id')
const itemPlaces = behind(wrapsOrNone, 'order.items', 'items')
const itemIdPlaces = places('order_item_id', 'id')
const pingKindPlaces = places('topic', 'action')
const kindPlaces = places('event', 'event.type', 'event.name', 'type', 'event_type', 'eventType', 'kind')
/** If one of these lists exists, no order stands outside it. */
const ownLists: readonly Path[] = [[], ...paths('orders')]
const orderLists = paths('data.orders', 'payload.orders')
const otherLists = paths('data', 'payload')

/** One interpretation of a body: its orders, and the kind of notification if it applies to all. */
interface Interpretation {
  readonly members: readonly unknown[]
  readonly kind: string | undefined
}

/** Possible interpretations of a body, the most specific first: the orders of a list, or the body as one order. */
function interpretations(body: unknown): readonly Interpretation[] {
  // A list named `orders` may contain bare ids; it counts as new orders whatever the kind.
  const own = ownLists.flatMap((path) => membersAt(body, path, 'id'))
  const kind = kindOf(body)
  if (own.length > 0) return own.map((members) => ({ members, kind: isOfNewOrder(kind) ? kind : undefined }))
  // Beside a named order, lists are its parts; beside a bare id, only lists without named orders are.
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

/** Whether one of these places holds a number that is not a valid id. */
const hasOtherNumber = (value: unknown, among: readonly Place[]): boolean =>
  firstOf(value, among, (found) => (typeof found === 'number' && idText(found) === undefined) || undefined) ?? false

/**
 * The members of a list, up to the limit; none if there is no list. If all members are bare values, each gets a name; a
 * bare value among objects is no order.
 */
function membersAt(body: unknown, path: Path, bareName: string): readonly (readonly unknown[])[] {
  const members = listIn(at(body, path))?.slice(0, ordersAtMost + 1)
  if (!members) return []
  return [members.some(isRecord) ? members : members.map((member) => ({ [bareName]: member }))]
}

/** Forms number their list members: `items[0][id]`. */
function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  const names = isRecord(value) ? Object.keys(value) : []
  const isNumbered = names.length > 0 && names.every((name, index) => name === String(index))
  return isRecord(value) && isNumbered ? Object.values(value) : undefined
}

/** @returns nothing if no member is an order */
function parseMembers(members: readonly unknown[], kind: string | undefined): ParsedNotification | undefined {
  const orders = members
    .slice(0, ordersAtMost)
    .map((member) => ordersIn(member, kind))
    .filter((found) => found.length > 0)
  if (orders.length === 0) return undefined
  const isWhole = orders.length === members.length && !members.some(isContradictory)
  return { kind: 'orders', orders: orders.flat(), hasUnreadable: !isWhole }
}

/** The order in a member, and another possible id of it. */
function ordersIn(member: unknown, kindOfAll: string | undefined): readonly KnownOrder[] {
  // A member's own `type` may be the type of a delivery.
  const kinds = [kindOfAll, kindOf(member)].filter((kind) => kind !== undefined)
  const isOfOrder = kinds.some((kind) => /order/i.test(kind))
  const wrapped = firstOf(member, wrappedPlaces, idText)
  // The order's own id is unreadable, and ids in lesser places belong to something else.
  if (wrapped === undefined && hasOtherNumber(member, wrappedPlaces)) return []
  const value = isOfOrder ? firstOf(member, valuePlaces, plainId) : undefined
  const own = firstOf(member, ownPlaces, idText)
  const id = wrapped ?? (notificationId.test(own ?? '') ? value : undefined) ?? own ?? value
  if (id === undefined) return []
  const items = firstOf(member, itemPlaces, listIn) ?? []
  const itemIds = items.slice(0, itemsAtMost).flatMap((item) => firstOf(item, itemIdPlaces, idText) ?? [])
  const order = { id, itemIds, isNewOrder: kinds.length === 0 || kinds.some(isOfNewOrder) }
  // One of the two may be the notification's own id, a rank or a note, so the vendor is asked.
  const other = wrapped === undefined ? [own, value].find((each) => each !== undefined && each !== id) : undefined
  return other === undefined ? [order] : [order, { id: other, itemIds: [], isNewOrder: false }]
}

/** Common prefixes of notification ids. */
const notificationId = /^(?:evt?|event|msg|message|whk?|webhook|ntf|notification)[_-]/i

const isOfNewOrder = (kind: string | undefined): boolean =>
  kind !== undefined && /orders?.?(?:creat|plac|new)|(?:new|created|placed).?order/i.test(kind)

const kindOf = (value: unknown): string | undefined => firstOf(value, kindPlaces, kindText)

const kindText = (kind: unknown): string | undefined => (typeof kind === 'string' ? kind : undefined)

function isContradictory(member: unknown): boolean {
  const named = firstOf(member, namedPlaces, idText)
  const other = firstOf(member, namedPlaces, (found) => ((idText(found) ?? named) === named ? undefined : found))
  return other !== undefined || hasOtherNumber(member, namedPlaces)
}

/** Of any length: an id too long for an address is still an order, and the body has its limit. */
function idText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

/** Requires the form of an id: an unnamed text may be a whole order, with its hand-over codes. */
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

/** The value at the end of a path; nothing if the path breaks off. */
function at(value: unknown, path: Path): unknown {
  let inner = value
  for (const name of path) {
    if (!isRecord(inner) || !Object.hasOwn(inner, name)) return undefined
    inner = inner[name]
  }
  return inner
}
