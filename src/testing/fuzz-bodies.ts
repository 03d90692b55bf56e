import fc, { type Arbitrary } from 'fast-check'
import { acceptMoments } from '#contract/desk/accept-moment.ts'
import { apiScopes } from '#contract/desk/api-keys.ts'
import { outgoingEvents } from '#contract/desk/outgoing-webhooks.ts'
import { printMoments, ticketKinds, printerKinds } from '#contract/desk/printers.ts'
import { tabletRoles } from '#contract/desk/tablet-role.ts'
import { displayLanguages } from '#contract/desk/tablet-settings.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { hostileText, hostileValue } from './fuzz-texts.ts'

/** The desk of another shop, and the key with which it is read. */
export const fuzzShop = {
  url: 'https://mansour.example',
  key: 'vd_key-of-another-desk-that-must-not-leak',
}
/** Recurring order ids. */
const fuzzIds: readonly string[] = Array.from({ length: 40 }, (_, number) => `A${number}`)

export const often = <T>(usual: Arbitrary<T>, seldom: Arbitrary<T>, weight = 9): Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: seldom })

export const orderId = often(fc.constantFrom(...fuzzIds), hostileText, 3)
const itemId = fc.oneof(fc.nat(9), fc.nat(9).map(String), hostileValue)

/** An object with some of these fields, most of them valid. */
export const fields = (model: Readonly<Record<string, Arbitrary<unknown>>>) =>
  fc.record(
    Object.fromEntries(Object.entries(model).map(([name, usual]) => [name, often<unknown>(usual, hostileValue, 4)])),
    { requiredKeys: [] },
  )

const printer = fields({
  name: hostileText,
  kind: fc.constantFrom(...printerKinds),
  address: fc.constantFrom('10.0.0.9:9100', '127.0.0.1:80', '[::1]:9100', 'printer.example:9100', 'a b'),
  width: fc.constantFrom(58, 80, 0),
  prints: fc.array(
    fields({ what: fc.constantFrom(...ticketKinds), on: fc.constantFrom(...printMoments), copies: fc.integer() }),
    { maxLength: 3 },
  ),
  languages: fc.array(fc.constantFrom('en', 'ar', 'fr', 'x'), { maxLength: 3 }),
  category_ids: fc.constantFrom(null, [], [1, '2'], [{}]),
  backup_id: fc.constantFrom(null, 'fuzz-epson', 'x'),
  opens_drawer: fc.boolean(),
})

const tabletRole = fc.constantFrom(...tabletRoles, 'kiosk')

/** The webhook that is there from the beginning. */
export const fuzzWebhookId = 'fuzz-webhook'

const outgoingWebhook = fields({
  url: fc.constantFrom('https://till.example/', 'http://127.0.0.1/', 'https://[::1]/', 'file:///etc/passwd', 'a b'),
  events: fc.array(fc.constantFrom(...outgoingEvents, 'webhook.test'), { maxLength: 3 }),
  includes_row: fc.boolean(),
  is_paused: fc.boolean(),
})

const phone = fields({
  endpoint: fc.constantFrom('https://push.example/1', 'http://127.0.0.1/', 'file:///etc/passwd', 'a b'),
  keys: fields({ p256dh: hostileText, auth: hostileText }),
  language: fc.constantFrom('en', 'ar', 'x'),
})

const rule = fields({
  enabled: fc.boolean(),
  when: fc.constantFrom(...acceptMoments),
  weekdays: fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 8 }),
  from: fc.constantFrom('00:00', '23:59', '24:00', '9:00'),
  to: fc.constantFrom('00:00', '12:30', 'x'),
  time_zone: fc.constantFrom('Asia/Baghdad', 'UTC', 'Moon/Base'),
  max_total: fc.constantFrom(null, 0, -1, 1e9),
  max_pieces: fc.constantFrom(null, 5, 0.5),
  max_open: fc.constantFrom(null, 3),
  requires_catalog: fc.boolean(),
  requires_presence: fc.boolean(),
})

/** What is sent, by the last part of the path. */
const bodies: Readonly<Record<string, Arbitrary<unknown>>> = {
  'api-keys': fields({
    name: hostileText,
    scopes: fc.array(fc.constantFrom(...apiScopes, 'x', null), { maxLength: 3 }),
  }),
  printers: printer,
  ':printerId': printer,
  'outgoing-webhooks': outgoingWebhook,
  ':webhookId': outgoingWebhook,
  print: fields({
    printer_id: fc.constantFrom('fuzz-epson', 'x'),
    what: fc.constantFrom(...ticketKinds),
    bags: fc.nat(30),
  }),
  reject: fields({
    cancel_reason_id: fc.nat(6),
    items: fc.array(fields({ id: itemId }), { maxLength: 4 }),
    reason_code: fc.constant('TOO_BUSY'),
    reason_text: hostileText,
  }),
  accept: fields({
    items: fc.array(fields({ order_item_id: itemId, secret_code: hostileText, serial_number: hostileText }), {
      maxLength: 4,
    }),
  }),
  session: fields({ name: fc.constantFrom('Sara', 'Omar'), pin: fc.constantFrom('1234', '0000', '٤٨٢١') }),
  'enrolment-codes': fields({ role: tabletRole }),
  ':deviceId': fields({ role: tabletRole, category_ids: fc.constantFrom(null, [], ['1', '2'], [{}]) }),
  enrolment: fields({ code: fc.constant('K7QM-3XRD-9TWF'), device_name: hostileText }),
  staff: fields({ name: hostileText, pin: fc.constant('1234'), is_manager: fc.boolean() }),
  handover: fields({
    state: fc.constantFrom('handed_over', null),
    kind: fc.constantFrom('pickup', 'return'),
    code_matched: fc.boolean(),
  }),
  prints: fields({ automatic: fc.boolean() }),
  ':itemId': fields({ state: fc.constantFrom('picked', 'missing', null) }),
  orders: fields({ order_id: orderId }),
  'shop-keys': fields({
    url: fc.constantFrom(fuzzShop.url, 'https://desk.test', '__proto__'),
    key: fc.constantFrom(fuzzShop.key, null),
  }),
  presence: fields({ armed: fc.boolean(), sound: fc.boolean(), feed: fc.boolean() }),
  'push-subscriptions': phone,
  test: phone,
  ':personId': fields({
    is_on_duty: fc.boolean(),
    is_owner: fc.boolean(),
    quiet_from: fc.constantFrom(null, '22:00', '25:00'),
    quiet_to: fc.constantFrom(null, '07:00', 'x'),
    time_zone: fc.constantFrom('Asia/Baghdad', 'Moon/Base'),
  }),
  ladder: fields({ call_from: fc.nat(5), owner_from: fc.nat(5) }),
  rules: fields({ auto_accept: rule }),
  rehearsal: fields({ auto_accept: rule }),
  'station-settings': fields({ amber_minutes: fc.integer(), target_minutes: fc.nat(300) }),
  'display-settings': fields({
    shop_name: hostileText,
    languages: fc.array(fc.constantFrom(...displayLanguages, 'x'), { maxLength: 4 }),
    speaks: fc.boolean(),
    ready_minutes: fc.nat(300),
  }),
}

const nested = fc.constantFrom(50, 5000, 30_000).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`)

/** JSON, sometimes invalid. */
export const written = (value: Arbitrary<unknown>): Arbitrary<string> =>
  value.chain((tree) => {
    const text = JSON.stringify(tree) ?? ''
    return fc.oneof(
      { weight: 12, arbitrary: fc.constant(text) },
      { weight: 1, arbitrary: fc.nat(text.length).map((end) => text.slice(0, end)) },
      { weight: 1, arbitrary: hostileText.map((more) => text + more) },
      { weight: 1, arbitrary: hostileText },
      { weight: 1, arbitrary: nested.map((deep) => `{"items":${deep},"id":${deep}}`) },
      { weight: 1, arbitrary: fc.constantFrom(65_536, 65_537, 300_000).map((bytes) => text.padEnd(bytes, ' ')) },
      { weight: 1, arbitrary: fc.constant(`{"__proto__":${text || 'null'},"constructor":{"prototype":{"x":1}}}`) },
    )
  })

/** A body for an address, if its method has one. */
export function bodyFor({ method, path }: Pick<Endpoint, 'method' | 'path'>): Arbitrary<string | undefined> {
  if (method === 'GET') return fc.constant(undefined)
  const model = bodies[path.split('/').at(-1) ?? ''] ?? hostileValue
  return often<string | undefined>(written(model), fc.constant(undefined), 4)
}
