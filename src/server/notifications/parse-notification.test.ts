import { expect, test } from 'vitest'
import { parseNotification } from './parse-notification.ts'
import { words } from '#testing/words.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const form = 'application/x-www-form-urlencoded'

/** The ids in a text, or its kind. */
function idsIn(body: string | Uint8Array, type = 'application/json') {
  const parsed = parseNotification(typeof body === 'string' ? bytesOf(body) : body, type)
  return parsed.kind === 'orders' ? parsed.orders.map(({ id }) => id) : parsed.kind
}

const only = (body: string, type?: string) => {
  const parsed = parseNotification(bytesOf(body), type ?? 'application/json')
  if (parsed.kind !== 'orders' || !parsed.orders[0]) throw new Error(`This is ${parsed.kind}.`)
  return { ...parsed.orders[0], hasUnreadable: parsed.hasUnreadable }
}

test.each([
  ...words`{"event":"order_created","data":{"id":"A1"}} {"event":"order_created","data":{"order":{"id":"A1"}}}
  {"event":"order_created","data":{"order_id":"A1"}} {"type":"order_created","payload":{"id":"A1"}}
  {"type":"order_created","payload":{"order":{"id":"A1"}}}
  {"type":"order_created","payload":{"order_id":"A1"}} {"order":{"id":"A1"}} {"order_id":"A1"}
  {"id":"A1","items":[{"order_item_id":"x"}]} {"id":"A1"}`,
  '  {"id":"A1"}\r\n',
  '{"id":"\\u0041\\u0031"}',
  '{"id":null,"order_id":"A1"}',
  '{"data":null,"id":"A1"}',
  '{"data":{"order":[],"id":{}},"order_id":"A1"}',
  '{"orderId":"A1"}',
  '{"data":{"orderId":"A1"}}',
  '{"order":{"order_id":"A1"}}',
  '{"payload":{"order":{"orderId":"A1"}}}',
  '{"event":{"type":"order_created"},"data":{"object":{"id":"A1"}}}',
  '{"type":"order.created","payload":{"object":{"order_id":"A1","id":"payment-9"}}}',
])('finds A1 in %s', (body) => {
  expect(idsIn(body)).toEqual(['A1'])
})

test.each([
  ['id=A1', form],
  ['order_id=A1', form],
  ['event=order_created&order_id=A1', form],
  ['id=+A1+', form],
  ['id=%41%31', `${form}; charset=utf-8`],
  [`data=${encodeURIComponent('{"id":"A1"}')}`, form],
  [`payload=${encodeURIComponent('{"event":"order_created","data":{"id":"A1"}}')}`, form],
  ['data[id]=A1', form],
  ['data[order][id]=A1', form],
  ['order[id]=A1', form],
  ['data[order_id]=A1', form],
  ['payload.order.id=A1', form],
  ['event=order_created&data%5Border%5D%5Bid%5D=A1', form],
  ['data[0][id]=A1', form],
  ['event=order_created&data=A1', form],
  ['event[type]=order_created&order=A1', form],
  ['data=5&id=A1', form],
  ['data=5&data[id]=A1', form],
  ['data[id]=A0&data[id]=A1', form],
  ['data[id]=A1', 'text/plain'],
  ['id=A1', 'text/plain'],
  ['order_id=A1&x=y', ''],
  ['{"id":"A1"}', 'text/plain'],
  ['{"id":"A1"}', ''],
  ['{"id":"A1"}', 'application/xml; charset=latin1'],
  ['{"id":"A1"}', form],
  ['{"data":{"id":"A1"},"note":"a=b&c=d"}', form],
])('finds A1 in %s as "%s"', (body, type) => {
  expect(idsIn(body, type)).toEqual(['A1'])
})

test.each([
  ['12345678901234567890', '12345678901234567890'],
  ['9007199254740993', '9007199254740993'],
  ['9007199254740991', '9007199254740991'],
  ['1', '1'],
  ['0', '0'],
  ['"1"', '1'],
  ['" 1 "', '1'],
  ['"\\t1\\r\\n"', '1'],
  ['"000123"', '000123'],
  ['"12345678901234567890"', '12345678901234567890'],
])('reads the id %s as %s, to the digit', (text, id) => {
  expect(idsIn(`{"data":{"id":${text}}}`)).toEqual([id])
})

const otherNumbers = words`
  1e3 1E3 1.0 12.5 -0 1e21 1e400 12345678901234567890.0 1.00000000000000000001
`

test.each(['null', 'true', '""', '"  "', '{}', '[]', ...otherNumbers])('finds no id in %s', (text) => {
  expect(idsIn(`{"id":${text}}`)).toBe('unreadable')
})

test.each(otherNumbers)('treats the number %s as an unreadable id', (text) => {
  for (const body of [
    `{"event":"order_created","data":{"id":${text}}}`,
    `{"event":"order_created","order_id":${text}}`,
    `{"event":"order_created","order":${text}}`,
    `{"id":"event-7","event":"order_created","data":{"order":{"id":${text}}}}`,
    `{"id":"event-7","event":"order_created","data":{"id":${text}}}`,
    `{"order_id":${text},"data":[{"id":"line-1"}]}`,
    `{"orders":[${text}]}`,
    `data=${encodeURIComponent(`{"id":${text}}`)}`,
  ])
    expect(idsIn(body)).toBe('unreadable')
})

test('reports an invalid number beside a readable order', () => {
  expect(only('{"order_id":1.0,"data":{"order":{"id":"A1"}}}')).toMatchObject({ id: 'A1', hasUnreadable: true })
  expect(only('{"order_id":"A1","data":{"order":{"id":1e3}}}')).toMatchObject({ id: 'A1', hasUnreadable: true })
  expect(only('[1e3,"A1"]')).toMatchObject({ id: 'A1', hasUnreadable: true })
  expect(only('{"id":"A1","items":[{"order_item_id":1.0},{"id":2}],"total":12.50}')).toEqual({
    id: 'A1',
    itemIds: ['2'],
    isNewOrder: true,
    hasUnreadable: false,
  })
})

test('accepts a text that looks like such a number', () => {
  for (const id of ['1e3', '1.0', '12.5']) {
    expect(idsIn(`{"id":"${id}"}`)).toEqual([id])
    expect(idsIn(`id=${id}`, form)).toEqual([id])
  }
})

test('accepts an id as long as the body', () => {
  for (const id of ['x'.repeat(201), 'x'.repeat(200_000)]) expect(idsIn(JSON.stringify({ id }))).toEqual([id])
})

test('picks the id in the most specific place', () => {
  expect(idsIn('{"id":"event-7","data":{"id":"A1"}}')).toEqual(['A1'])
  expect(idsIn('{"id":"event-7","order_id":"A1"}')).toEqual(['A1'])
  expect(idsIn('{"id":"event-7","data":{"id":"message-8","order":{"id":"A1"}}}')).toEqual(['A1'])
  expect(idsIn('{"data":{"id":"message-8","object":{"id":"A1"}}}')).toEqual(['A1'])
  expect(idsIn('{"order":{"order_id":"1001","id":"A1"}}')).toEqual(['A1'])
})

test('reports two unambiguous places that disagree', () => {
  expect(only('{"order_id":"A2","data":{"order":{"id":"A1"}}}')).toMatchObject({ id: 'A1', hasUnreadable: true })
  expect(only('{"order_id":" A1 ","data":{"order":{"id":"A1"}}}')).toMatchObject({ id: 'A1', hasUnreadable: false })
  expect(only('{"id":"event-7","data":{"id":"message-8","order_id":"A1"}}')).toMatchObject({ hasUnreadable: false })
  expect(only('{"orderId":"A2","data":{"order":{"id":"A1"}}}')).toMatchObject({ id: 'A1', hasUnreadable: true })
  // Its printed number beside its id is not another order.
  expect(only('{"order":{"order_id":"A2","id":"A1"}}')).toMatchObject({ id: 'A1', hasUnreadable: false })
})

test('uses the last of duplicate keys, and allows awkward ones', () => {
  expect(idsIn('{"id":"A0","id":"A1"}')).toEqual(['A1'])
  expect(idsIn('{"__proto__":{"id":"evil"},"constructor":{"id":"evil"},"id":"A1"}')).toEqual(['A1'])
  expect(idsIn('{"__proto__":{"id":"evil"}}')).toBe('unreadable')
  expect(idsIn('{"data":{"__proto__":{"id":"evil"}}}')).toBe('unreadable')
  expect(idsIn('__proto__=evil&id=A1', form)).toEqual(['A1'])
  expect(idsIn('__proto__[id]=evil&data[__proto__][id]=evil&constructor[prototype][id]=evil&id=A1', form)).toEqual([
    'A1',
  ])
  expect(idsIn('__proto__[id]=evil&data[__proto__][id]=evil', form)).toBe('unreadable')
  expect(({} as Record<string, unknown>)['id']).toBeUndefined()
})

test('parses ten thousand keys', () => {
  const keys = Array.from({ length: 10_000 }, (_, key) => `"key-${key}":${key}`).join()
  expect(idsIn(`{${keys},"id":"A1"}`)).toEqual(['A1'])
  const fields = Array.from({ length: 10_000 }, (_, key) => `data[key-${key}]=${key}`).join('&')
  expect(idsIn(`${fields}&data[id]=A1`, form)).toEqual(['A1'])
})

test('reads item ids under both names, as sent', () => {
  const items = '[{"order_item_id":"x"},{"id":12345678901234567890},{"order_item_id":5,"id":"no"},null,{},{"id":" y "}]'
  for (const body of [
    `{"id":"A1","items":${items}}`,
    `{"event":"order_created","data":{"id":"A1","items":${items}}}`,
    `{"payload":{"order":{"id":"A1","items":${items}}}}`,
    `{"event":"order_created","data":{"object":{"id":"A1","items":${items}}}}`,
    `{"event":"order_created","data":[{"orderId":"A1","items":${items}}]}`,
    `{"event":"order_created","order":"A1","items":${items}}`,
  ]) {
    expect(only(body).itemIds).toEqual(['x', '12345678901234567890', '5', 'y'])
  }
  expect(only('{"id":"A1","items":"x"}').itemIds).toEqual([])
  const inForm = 'order[id]=A1&order[items][0][order_item_id]=x&order[items][1][id]=y'
  expect(only(inForm, form)).toMatchObject({ id: 'A1', itemIds: ['x', 'y'] })
})

// Kinds of events.

test.each([
  ['{"id":"A1"}', true],
  ['{"event":"order_created","id":"A1"}', true],
  ['{"type":"ORDER.CREATED","id":"A1"}', true],
  ['{"event_type":"orderCreated","id":"A1"}', true],
  ['{"kind":"vendor.order-created.v2","id":"A1"}', true],
  ['{"event":5,"id":"A1"}', true],
  ['{"event":"order_updated","id":"A1"}', false],
  ['{"event":"item_created","id":"A1"}', false],
  ['{"event":"","id":"A1"}', false],
  ['{"event":{"type":"order_created"},"id":"A1"}', true],
  ['{"event":{"type":"item_updated"},"data":{"object":{"id":"A1"}}}', false],
  ['{"eventType":"item_updated","data":{"id":"A1"}}', false],
  ['{"event":"item_updated","data":{"id":"A1"}}', false],
  ['{"event":"item_updated","data":[{"id":"A1"}]}', false],
  ['{"event":"order_updated","data":{"orders":[{"id":"A1"}]}}', false],
  ['{"event":"order_updated","order":"A1"}', false],
  ['{"event":"order_created","data":[{"id":"A1","type":"delivery"}]}', true],
  ['{"type":"batch","orders":[{"event":"order_created","id":"A1"}]}', true],
  ['{"eventType":"OrderPlaced","id":"A1"}', true],
  ['{"event":{"name":"orders/create"},"order":{"id":"A1"}}', true],
  ['{"event":"order_created","orders":[{"id":"A1","type":"delivery"}]}', true],
  // A list named orders rings, whatever the kind.
  ['{"type":"batch","orders":["A1"]}', true],
  ['{"event":"order_updated","orders":[{"id":"A1"}]}', true],
])('decides whether %s is a new order: %s', (body, isNewOrder) => {
  expect(only(body)).toMatchObject({ id: 'A1', isNewOrder })
})

// Bare values.

test.each([
  ['{"event":"order_created","order":16}', ['16']],
  ['{"event":"order_created","data":12345678901234567890}', ['12345678901234567890']],
  ['{"event":"order_created","data":" V9 "}', ['V9']],
  ['{"event":{"type":"order_created"},"payload":{"order":"V9"}}', ['V9']],
  ['{"id":"A1","event":"order_created","data":"V9"}', ['A1', 'V9']],
  ['{"id":"A1","event":"order_created","order":3}', ['A1', '3']],
  ['[{"id":"A1","event":"order_created","order":3}]', ['A1', '3']],
  ['{"event":"order_created","data":[{"id":"A1","order":3}]}', ['A1', '3']],
  ['{"id":"A1","event":"order_created","data":[{"id":"line-1"}]}', ['A1']],
  ['{"order_id":"A1","event":"order_created","data":{"orders":[{"id":"old-1"}]}}', ['A1']],
  ['{"event":"order_created","data":{"id":"A1","order":3}}', ['A1']],
  ['{"id":"A1","order":3}', ['A1']],
  ['{"id":"A1","event":"order_created","data":"made at the counter"}', ['A1']],
])('finds only possible ids among the bare values in %s', (body, ids) => {
  expect(idsIn(body)).toEqual(ids)
})

test.each([
  ...words`{"order":16} {"data":"V9"} {"event":"item_updated","order":16} {"event":"item_updated","data":"V9"}
  {"event":"item_updated","data":["V9"]} {"data":["V9"]} {"event":"order_created","data":true}`,
  '{"event":"order_created","data":"An order came."}',
  '{"event":"order_created","data":"{\\"id\\":5,\\"pickup_otp\\":\\"0417\\"}"}',
])('finds no order in the bare values of %s', (body) => {
  expect(idsIn(body)).toBe('unreadable')
})

// Lists.

test.each([
  '[{"id":"A1"},{"order_id":2}]',
  '{"orders":[{"id":"A1"},{"id":" 2 "}]}',
  '["A1",2]',
  '{"data":[{"id":"A1"},{"id":2}]}',
  '{"id":"event-7","event":"order_created","data":[{"order":{"id":"A1"}},{"orderId":2}]}',
  '{"event":"order_created","payload":[{"id":"A1"},{"id":2}]}',
  '{"data":{"orders":[{"id":"A1"},{"id":2}]}}',
  '{"event":"order_created","payload":{"id":"page-3","orders":["A1",2]}}',
  '{"event":"order_created","data":["A1",2]}',
])('finds two orders in %s', (body) => {
  expect(idsIn(body)).toEqual(['A1', '2'])
})

test('finds two numbered orders in a form', () => {
  expect(idsIn('event=order_created&data[0][id]=A1&data[1][order_id]=2', form)).toEqual(['A1', '2'])
  expect(idsIn('orders[0]=A1&orders[1]=2', form)).toEqual(['A1', '2'])
})

test('finds the order beside a list without orders', () => {
  expect(idsIn('{"order_id":"A1","data":[{"id":"line-1"},{"id":"line-2"}]}')).toEqual(['A1'])
  expect(idsIn('{"id":"A1","data":["x","y"]}')).toEqual(['A1'])
  expect(idsIn('{"id":"A1","data":[{"name":"x"}]}')).toEqual(['A1'])
  expect(idsIn('{"data":{"id":"A1","orders":[]}}')).toEqual(['A1'])
  expect(idsIn('{"id":"A1","orders":{},"data":[]}')).toEqual(['A1'])
})

test('reads the first hundred orders of a list, and reports the rest', () => {
  const list = (length: number) => parseNotification(bytesOf(JSON.stringify(Array.from({ length }, (_, id) => id))), '')
  expect(list(100)).toMatchObject({ kind: 'orders', orders: { length: 100 }, hasUnreadable: false })
  expect(list(101)).toMatchObject({ kind: 'orders', orders: { length: 100 }, hasUnreadable: true })
})

test('skips a list member without an order', () => {
  expect(only('[{"id":"A1"},{},null]')).toMatchObject({ id: 'A1', hasUnreadable: true })
  expect(only('[{"id":"A1"}]')).toMatchObject({ id: 'A1', hasUnreadable: false })
  expect(only('[{"id":"A1"},5,"hello"]')).toMatchObject({ id: 'A1', hasUnreadable: true })
  expect(only('{"orders":["hello",{"id":"A1"}]}')).toMatchObject({ id: 'A1', hasUnreadable: true })
  expect(only('{"event":"order_created","data":[{"id":"A1"},{}]}')).toMatchObject({ id: 'A1', hasUnreadable: true })
})

// Encodings.

const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = Uint8Array.from(Buffer.from(`\uFEFF${text}`, 'utf16le'))
  return isBig ? bytes.map((_, at) => bytes[at ^ 1] ?? 0) : bytes
}

test('accepts a byte order mark, also of UTF-16', () => {
  expect(idsIn(bytesOf('\uFEFF{"id":"A1"}'))).toEqual(['A1'])
  expect(idsIn(utf16('{"id":"A1"}', false))).toEqual(['A1'])
  expect(idsIn(utf16('{"id":"A1"}', true))).toEqual(['A1'])
})

test.each(['', ' ', '\r\n', '\r', '\t \n', '\uFEFF', '\uFEFF \n'])('treats %j as a test', (body) => {
  expect(idsIn(body)).toBe('test')
})

test.each([
  ['webhook_id=2', form],
  ['webhook_id=2', ''],
  ['{"webhook_id":2}'],
  ['{"hookId":"h-2"}'],
  ['{"event":"ping"}'],
  ['event=ping', form],
  ['{"zen":"Keep it logically awesome.","hook_id":5}'],
  ['{"zen":"Keep it simple.","hook_id":5,"hook":{"type":"Repository","id":5},"repository":{"id":7}}'],
  [`payload=${encodeURIComponent('{"zen":"Keep it simple.","hook_id":5}')}`, form],
  ['{"type":"webhook.test"}'],
  ['{"id":"evt_7","type":"webhook.test","data":{"message":"It works."}}'],
  ['{"id":"5","event":"webhook_test"}'],
  ['{"event":{"type":"PING"}}'],
  ['{"eventType":"WebhookTest"}'],
  ['{"type":"svix.ping","success":true}'],
  ['{"event":"test_event"}'],
  ['{"type":"endpoint.verification"}'],
  ['{"type":"url_verification","challenge":"c"}'],
  ['{"topic":"ping"}'],
  ['{"action":"test"}'],
  ['{"test":true}'],
  ['{"test":true,"webhook_id":2,"sent_at":"2026-11-20"}'],
  ['test=1', form],
  ['{"ping":true}'],
  ['"ping"'],
  ['ping', 'text/plain'],
])('treats the registration ping %s as a test', (body, type = 'application/json') => {
  expect(idsIn(body, type)).toBe('test')
})

test.each(words`
  {"test":true,"id":"A1"} {"type":"webhook.test","order_id":"A1"}
  {"event":"ping","data":{"order":{"id":"A1"}}} {"event":"ping","data":{"id":"A1"}}
  {"type":"test","orders":["A1"]} {"webhook_id":2,"event":"order_created","data":{"id":"A1"}}
  {"event":"test_order_created","id":"A1"}
`)('finds the order in %s, despite signs of a ping', (body) => {
  expect(idsIn(body)).toEqual(['A1'])
})

test.each([
  '{"webhook_id":2,"event":"order_created","data":{"ref":"A1"}}',
  '{"webhook_id":2,"order_number":"A1"}',
  '{"test":true,"event":"order_created"}',
  '{"test":false}',
  '{"hook_id":5,"zen":"x","event":"order_created"}',
  '{"event":"order.test"}',
  '{"event":"latest"}',
  '{"event":"shipping"}',
])('treats %s as unreadable, not as a ping', (body) => {
  expect(idsIn(body)).toBe('unreadable')
})

test.each([
  ...words`{} [] null 5 "x" true {"orders":[]} {"data":[]} {"id":"event-7","orders":[]}
  {"data":{"17":{"id":17},"18":{"id":18}}} [[],[]] {"event":"order_created"} {"id":"A1"`,
  '{"id":"A1"} x',
  '{"id":NaN}',
  "{'id':'A1'}",
  'NaN',
  '\u0000\u0000\u0000',
  '<?xml version="1.0"?><order id="A1"/>',
  '<html><body>id=A1</body></html>',
  'order A1',
])('treats %j as unreadable', (body) => {
  expect(idsIn(body)).toBe('unreadable')
})

test('treats other encodings than UTF-8 and UTF-16 as unreadable', () => {
  expect(idsIn(Uint8Array.of(0x22, 0xc3, 0x28, 0x22))).toBe('unreadable')
  expect(idsIn(Uint8Array.of(0x81, 0xa2, 0x69, 0x64, 0xa2, 0x41, 0x31))).toBe('unreadable')
  expect(idsIn(Uint8Array.of(0xff, 0xfe, 0x7b))).toBe('unreadable')
  expect(idsIn(Uint8Array.of(0x7b, 0, 0x22, 0, 0x69, 0))).toBe('unreadable')
})

test('decodes correctly after a text cut within a character', () => {
  const whole = [bytesOf('{"id":"A1é"}'), utf16('{"id":"A1"}', false), utf16('{"id":"A1"}', true)]
  for (const one of whole) {
    for (let length = 1; length < one.length; length += 1) {
      idsIn(one.subarray(0, length))
      for (const other of whole) expect(idsIn(other)).not.toBe('unreadable')
    }
  }
})

test.each([33, 5_000, 130_000])('treats a body nested %i deep as unreadable', (depth) => {
  expect(idsIn('['.repeat(depth) + ']'.repeat(depth))).toBe('unreadable')
  expect(idsIn(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toBe('unreadable')
  expect(idsIn('['.repeat(depth))).toBe('unreadable')
  expect(idsIn(`data${'[a]'.repeat(depth)}=1`, form)).toBe('unreadable')
})

test('reads an id beside deep nesting and a very long number', () => {
  const deep = '['.repeat(30) + ']'.repeat(30)
  expect(idsIn(`{"id":"A1","x":${deep},"n":12345678901234567890}`)).toEqual(['A1'])
})

// Of two possible ids, one rings and the vendor is asked about the other.

test.each([
  ['{"id":"A1","event":"order_created","order":"V9"}', 'A1', 'V9'],
  ['{"id":"evt_1","event":"order_created","data":{"order":"V9"}}', 'V9', 'evt_1'],
  ['{"id":"evt_1","event":"order_created","data":"V9"}', 'V9', 'evt_1'],
  ['{"id":"msg-77","event":"order_created","data":{"order":4}}', '4', 'msg-77'],
])('in %s, rings for %s and requests %s', (body, rings, asked) => {
  const parsed = parseNotification(bytesOf(body), 'application/json')
  expect(parsed).toMatchObject({
    orders: [
      { id: rings, isNewOrder: true },
      { id: asked, isNewOrder: false },
    ],
    hasUnreadable: false,
  })
})

test.each([
  ['windows-1256', [0xe1, 0xed, 0xe1, 0xec]],
  ['iso-8859-1', [0xc9, 0x6c, 0x6f, 0x64, 0x69, 0x65]],
])('reads a notification in %s if its type declares it', (charset, name) => {
  const [before, after] = ['{"event":"order_created","data":{"id":"A1","customer":"', '"}}'].map(bytesOf)
  const body = new Uint8Array([...(before ?? []), ...name, ...(after ?? [])])
  expect(idsIn(body, `application/json; charset=${charset}`)).toEqual(['A1'])
  for (const type of ['application/json', 'application/json; charset=utf-8', 'application/json; charset=unheard-of'])
    expect(idsIn(body, type)).toBe('unreadable')
})
