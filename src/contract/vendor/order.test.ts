import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount, garbledOrder, order, orderId } from '#testing/order-arbitrary.ts'
import { isRecord, parseJson } from '#contract/json.ts'
import { Unreadable } from '#contract/salvage.ts'
import { lineKey, orderItems, readOrder, statusKey } from './order.ts'

// `TORTURE_RUNS=100000` runs it for longer.
const numRuns = Number(process.env['TORTURE_RUNS'] ?? 1500)
const limitMs = 10_000 + numRuns * 10

const isMissing = (value: unknown) => value === undefined || value === null
const fieldOf = (holder: unknown, key: string): unknown =>
  isRecord(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined

/** Normalizes a decimal: `-007.50` to `-7.5`. */
const plain = (decimal: string): string =>
  decimal
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^-0$/, '0')

/** Whether the number is exactly the decimal that was written, within the digits that a double holds. */
function isDecimal(read: number, sent: string): boolean {
  const [whole = '', part = ''] = sent.replace('-', '').split('.')
  if (!/^-?[0-9]+([.][0-9]+)?$/.test(sent) || whole.length + part.length > 15) return false
  return plain(read.toFixed(part.length)) === plain(sent)
}

/** Whether a value was read faithfully: unchanged, converted in type, or marked as missing or unreadable. */
function isFaithful(read: unknown, sent: unknown): boolean {
  if (read instanceof Unreadable) return Object.is(read.raw, sent)
  if (read === undefined) return isMissing(sent)
  if (Object.is(read, sent)) return true
  if (typeof read === 'number') return typeof sent === 'string' && isDecimal(read, sent)
  if (typeof read === 'string') return Number.isSafeInteger(sent) && String(sent) === read
  if (Array.isArray(read)) {
    const members = Array.isArray(sent) ? sent : Object.values(sent ?? {})
    return read.length === members.length && read.every((member, index) => isFaithful(member, members[index]))
  }
  return isRecord(read) && Object.keys(read).every((key) => isFaithful(read[key], fieldOf(sent, key)))
}

/** Whether an amount was read correctly: every number, every decimal in text, and nothing else. */
function isAmount(read: unknown, sent: unknown): boolean {
  if (typeof sent === 'number') return Object.is(read, sent)
  if (isMissing(sent)) return isMissing(read)
  if (typeof read === 'number') return typeof sent === 'string' && isDecimal(read, sent)
  return read instanceof Unreadable && Object.is(read.raw, sent)
}

/** Every amount of an order, with the value that was sent. */
function amountsOf(read: unknown, sent: unknown): readonly (readonly [read: unknown, sent: unknown])[] {
  const charges = ['cash_amount', 'subtotal', 'total', 'delivery_charge', 'service_charge']
  const pairs = (from: unknown, to: unknown, keys: readonly string[]) =>
    isRecord(from) && !(from instanceof Unreadable) ? keys.map((key) => [from[key], fieldOf(to, key)] as const) : []
  const lines = fieldOf(read, 'items')
  const sentLines: readonly unknown[] = Object.values(fieldOf(sent, 'items') ?? {})
  const ofLines = (Array.isArray(lines) ? lines : []).flatMap((line, index) => [
    ...pairs(line, sentLines[index], ['price']),
    ...pairs(fieldOf(line, 'product'), fieldOf(sentLines[index], 'product'), ['price', 'original_price']),
  ])
  return [...pairs(read, sent, charges), ...ofLines]
}

test('reads an intact order back as it was sent', () => {
  fc.assert(
    fc.property(order, (sent) => {
      expect(readOrder(sent.id, sent)).toEqual(sent)
    }),
  )
})

test('reads a garbled order under its id or not at all, and guesses nothing', { timeout: limitMs }, () => {
  const reads = fc.property(garbledOrder, ({ askedFor, text }) => {
    const sent = parseJson(text)
    const read = readOrder(askedFor, sent)
    expect(read?.id ?? askedFor).toBe(askedFor)
    const { id: _id, ...fields } = read ?? {}
    expect(Object.entries(fields).filter(([key, value]) => !isFaithful(value, fieldOf(sent, key)))).toEqual([])
    expect(amountsOf(read, sent).filter(([value, raw]) => !isAmount(value, raw))).toEqual([])
    const lines = fieldOf(sent, 'items')
    // Unreadable ones are listed too.
    if (read && Array.isArray(lines)) expect(orderItems(read)).toHaveLength(lines.length)
  })
  fc.assert(reads, { numRuns })
})

test('reads an amount in text if it is a plain decimal', () => {
  fc.assert(
    fc.property(amount, (total) => {
      expect(readOrder('1', { id: '1', total: String(total) })?.total).toBe(total)
    }),
  )
})

test('lists an invalid line as unreadable', () => {
  const read = readOrder('1', { id: '1', items: [null, 5, 'soap', { id: 7, price: '2.50', quantity: '2' }, []] })
  expect(read && orderItems(read)).toEqual([
    new Unreadable(null),
    new Unreadable(5),
    new Unreadable('soap'),
    expect.objectContaining({ id: '7', price: 2.5, quantity: 2 }),
    expect.objectContaining({ id: undefined, product: undefined }),
  ])
})

test('reads a fractional quantity as sent', () => {
  const read = readOrder('1', {
    id: '1',
    items: [
      { id: 7, quantity: 2.5 },
      { id: 8, quantity: '0.25' },
    ],
  })
  expect(read && orderItems(read)).toEqual([
    expect.objectContaining({ quantity: 2.5 }),
    expect.objectContaining({ quantity: 0.25 }),
  ])
})

test('identifies a line by its id, or by its index if the id does not fit an address', () => {
  const items = [{ id: '7' }, { id: 'A/1' }, { id: '' }, { id: ' ' }, { id: '.' }, { id: '..' }, {}]
  const read = readOrder('1', { id: '1', items })
  expect(read && orderItems(read).map(lineKey)).toEqual(['7', 'A/1', 'line-2', 'line-3', 'line-4', 'line-5', 'line-6'])
})

test('refuses an answer with another order', () => {
  const another = fc.tuple(order, orderId).filter(([sent, askedFor]) => sent.id !== askedFor)
  fc.assert(
    fc.property(another, ([sent, askedFor]) => {
      expect(readOrder(askedFor, sent)).toBeUndefined()
    }),
  )
  expect(readOrder('12', { id: 13 })).toBeUndefined()
  expect(readOrder('12345678901234567890', parseJson('{"id":12345678901234567000}'))).toBeUndefined()
})

test('treats an id as equal in text, as a number and with surrounding spaces', () => {
  for (const id of ['12', 12, ' 12 ']) expect(readOrder('12', { id })?.id).toBe('12')
  expect(readOrder('12345678901234567890', parseJson('{"id":12345678901234567890}'))?.id).toBe('12345678901234567890')
})

test('accepts an order with an unreadable id as the requested one', () => {
  const data = { status: { key: 'pending' }, items: [], total: 5 }
  for (const id of [undefined, null, {}, [], true])
    expect(readOrder('12', { ...data, id })).toMatchObject({ id: '12', total: 5 })
})

test('refuses an answer with neither an id nor an order’s fields', () => {
  for (const data of [
    {},
    { message: 'Order not found' },
    { is_active: false },
    { items: [] },
    { status: { key: 'x' } },
  ])
    expect(readOrder('12', data)).toBeUndefined()
})

test('refuses an order that is no object', () => {
  for (const data of [undefined, null, [], [{ id: '1' }], 'order', 1, true])
    expect(readOrder('1', data)).toBeUndefined()
})

test('lists no lines for an order whose items are missing or unreadable', () => {
  for (const items of [undefined, null, 'soap', 5]) {
    const read = readOrder('1', { id: '1', items })
    expect(read && orderItems(read)).toEqual([])
  }
})

test('returns the status key only if it is readable', () => {
  const keyOf = (status: unknown) => statusKey(readOrder('1', { id: '1', status }))
  expect(keyOf({ key: 'pending' })).toBe('pending')
  for (const status of [undefined, null, 'pending', [], {}, { key: null }, { key: ['pending'] }])
    expect(keyOf(status)).toBeUndefined()
  expect(statusKey(undefined)).toBeUndefined()
})
