import { isRecord, parseJson } from '#contract/json.ts'

/** What a notification said, as far as it could be understood. */
export type Heard =
  | { readonly kind: 'test' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'orders'; readonly orders: readonly HeardOrder[]; readonly hasUnreadable: boolean }

export interface HeardOrder {
  /** The id as it was told, white space around it gone. */
  readonly id: string
  readonly itemIds: readonly string[]
  /** False where the notification names an event that is not `order_created`: then the vendor is asked first. */
  readonly isNewOrder: boolean
}

const ordersAtMost = 100
const itemsAtMost = 1000

/** unspecified: the payload. Only ids are taken from it, wherever they commonly stand; all else is read anew. */
export function understand(body: Uint8Array, contentType: string): Heard {
  const text = decode(body)
  if (text === undefined) return { kind: 'unreadable' }
  if (text.trim() === '') return { kind: 'test' }
  const members = membersOf(parseBody(text, contentType))
  const orders = members
    .slice(0, ordersAtMost)
    .map(orderIn)
    .filter((order) => order !== undefined)
  if (orders.length === 0) return { kind: 'unreadable' }
  const isWhole = orders.length === members.length && !members.some(isContradictory)
  return { kind: 'orders', orders, hasUnreadable: !isWhole }
}

/** UTF-8, or UTF-16 where its mark says so. */
export function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Nothing where it is not what it seems. */
function decode(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encodingOf(body), { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

/** By what it looks like: many a sender of JSON says that it is a form. */
function parseBody(text: string, contentType: string): unknown {
  const isForm = contentType.includes('x-www-form-urlencoded') || /^[\w.%-]+=/.test(text)
  return tryJson(text) ?? (isForm ? fromForm(text) : undefined)
}

/** `id=A1`, or a JSON text in the field `data` or `payload`. */
function fromForm(text: string): unknown {
  const fields = Object.fromEntries(new URLSearchParams(text))
  return tryJson(fields['payload'] ?? fields['data'] ?? '') ?? fields
}

function tryJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function membersOf(body: unknown): readonly unknown[] {
  const list: unknown = isRecord(body) ? body['orders'] : body
  if (!Array.isArray(list)) return [body]
  // A list may name orders by their ids alone.
  return (list as unknown[]).map((member) => (isRecord(member) ? member : { id: member }))
}

/** Where something may stand: the names that lead there. */
type Place = readonly string[]

function placeOf(names: string): Place {
  return names.split('.')
}

// The most telling place first: a bare `id` may as well be the notification's own.
const idPlaces: readonly Place[] = [
  'data.order.id',
  'data.order_id',
  'payload.order.id',
  'payload.order_id',
  'order.id',
  'order_id',
  'data.id',
  'payload.id',
  'id',
].map(placeOf)
/** Those that speak of an order beyond doubt: where they disagree, somebody should know. */
const surePlaces = idPlaces.filter((place) => /order[._]id$/.test(place.join('.')))
const itemPlaces = [
  'data.order.items',
  'data.items',
  'payload.order.items',
  'payload.items',
  'order.items',
  'items',
].map(placeOf)
const itemIdPlaces = ['order_item_id', 'id'].map(placeOf)
const kindPlaces = ['event', 'type', 'event_type', 'kind'].map(placeOf)

function orderIn(member: unknown): HeardOrder | undefined {
  const id = firstOf(member, idPlaces, idText)
  if (id === undefined) return undefined
  const kind = firstOf(member, kindPlaces, (value) => (typeof value === 'string' ? value : undefined))
  const items = firstOf(member, itemPlaces, (value) => (Array.isArray(value) ? (value as unknown[]) : undefined)) ?? []
  const itemIds = items.slice(0, itemsAtMost).flatMap((item) => firstOf(item, itemIdPlaces, idText) ?? [])
  return { id, itemIds, isNewOrder: kind === undefined || /order.?created/i.test(kind) }
}

function isContradictory(member: unknown): boolean {
  const ids = new Set(surePlaces.map((place) => idText(at(member, place))))
  ids.delete(undefined)
  return ids.size > 1
}

const idLimit = 200

function idText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return text !== '' && text.length <= idLimit ? text : undefined
}

function firstOf<T>(value: unknown, places: readonly Place[], read: (found: unknown) => T | undefined): T | undefined {
  for (const place of places) {
    const found = read(at(value, place))
    if (found !== undefined) return found
  }
  return undefined
}

function at(value: unknown, place: Place): unknown {
  let inner = value
  for (const name of place) inner = isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined
  return inner
}
