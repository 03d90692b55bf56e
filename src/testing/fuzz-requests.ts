import fc, { type Arbitrary } from 'fast-check'
import type { Endpoint } from '#contract/endpoint.ts'
import { alerts } from '#contract/desk/alerts.ts'
import { apiKeys, type ApiScope, apiScopes, describeApi } from '#contract/desk/api-keys.ts'
import { boardActions, marks } from '#contract/desk/board-actions.ts'
import { catalog } from '#contract/desk/catalog.ts'
import { readDeadline, readDrift } from '#contract/desk/deadline.ts'
import { feedPath } from '#contract/desk/feed.ts'
import { inbox } from '#contract/desk/inbox.ts'
import { readLog } from '#contract/desk/log.ts'
import { readOtherDesks } from '#contract/desk/other-desks.ts'
import { outgoingWebhooks } from '#contract/desk/outgoing-webhooks.ts'
import { people } from '#contract/desk/people.ts'
import { printing } from '#contract/desk/printers.ts'
import { readReport } from '#contract/desk/reports.ts'
import { rules } from '#contract/desk/rules.ts'
import { getSession, presence, signIn, signOut } from '#contract/desk/session.ts'
import { readShift } from '#contract/desk/shift.ts'
import { readSummary, shops } from '#contract/desk/shops.ts'
import { shortages } from '#contract/desk/shortages.ts'
import { tabletSettings } from '#contract/desk/tablet-settings.ts'
import { readVendorState } from '#contract/desk/vendor-state.ts'
import { webhook } from '#contract/desk/webhook.ts'
import { vendor } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { testWebhookSecret } from './desk.ts'
import { bodyFor, fields, fuzzWebhookId, often, orderId, written } from './fuzz-bodies.ts'
import { hostileText, hostileValue } from './fuzz-texts.ts'

/** A request by an attacker or a broken client. */
export interface FuzzRequest {
  readonly who: 'person' | 'nobody'
  /** For `nobody`. */
  readonly cookie: string
  readonly host: string
  readonly isSameOrigin: boolean
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

export const fuzzHost = 'desk.test'
const queryNames = 'page,per_page,q,view,before,order_id,format,category,brand,value,available,url,page[],__proto__'
const query: Arbitrary<string> = fc
  .array(fc.tuple(often(fc.constantFrom(...queryNames.split(',')), hostileText), hostileText), { maxLength: 3 })
  .chain((pairs) => {
    const encoded = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
    const raw = pairs.map(([name, value]) => `${name}=${value}`).join('&')
    return fc.constantFrom(encoded, encoded, raw)
  })
  .map((text) => (text === '' ? '' : `?${text}`))

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())
/** Encoded as a browser does, or raw. */
const inPath = (text: Arbitrary<string>): Arbitrary<string> =>
  text.chain((part) => fc.constantFrom(encode(part), encode(part), part))

// Characters that are invalid in a header cannot be sent here; tests on the wire cover them.
const inHeader = (text: Arbitrary<string>): Arbitrary<string> =>
  text.map((value) => value.replaceAll(/[^\x20-\x7E\xA0-\xFF]/g, '').trim())

const uuid = fc.oneof(
  fc.uuid(),
  fc.nat(50).map((number) => `123e4567-e89b-42d3-a456-4266141${String(number).padStart(5, '0')}`),
)

/** The API keys, each with what it may do. */
export const fuzzApiKeys: Readonly<Record<string, readonly ApiScope[]>> = {
  'vd_fuzz1_key-of-all': apiScopes,
  'vd_fuzz2_key-that-reads': ['orders:read', 'catalog:read'],
  'vd_fuzz3_key-that-answers': ['orders:answer'],
}

const headers: Arbitrary<Readonly<Record<string, string>>> = fc.record(
  {
    'Idempotency-Key': often(uuid, inHeader(hostileText)),
    'Content-Type': often(fc.constant('application/json'), inHeader(hostileText)),
    'Last-Event-ID': inHeader(hostileText),
    Origin: inHeader(hostileText),
    Authorization: fc.oneof(
      { weight: 4, arbitrary: inHeader(hostileText) },
      { weight: 1, arbitrary: inHeader(hostileText).map((text) => `Bearer ${text}`) },
      { weight: 2, arbitrary: fc.constantFrom(...Object.keys(fuzzApiKeys)).map((key) => `Bearer ${key}`) },
    ),
    'X-Forwarded-For': inHeader(hostileText),
    'X-Forwarded-Host': inHeader(hostileText),
    'X-HTTP-Method-Override': fc.constantFrom('POST', 'DELETE'),
    'X-Original-URL': inHeader(hostileText),
    Range: fc.constantFrom('bytes=0-1', 'bytes=-1', 'bytes=5-1', 'x'),
    'If-None-Match': inHeader(hostileText),
    'Accept-Encoding': fc.constantFrom('gzip', 'br', 'zstd, br, gzip', 'x'),
    'Accept-Language': inHeader(hostileText),
  },
  { requiredKeys: ['Idempotency-Key', 'Content-Type'] },
)

const theirs = Object.values(vendor).map((each): Endpoint => ({ ...each, path: `${vendorPrefix}${each.path}` }))

/** Every address of the contract, some more than once. */
export const fuzzEndpoints: readonly Endpoint[] = [
  ...theirs,
  // Actions are tried more often than reads.
  ...Array.from({ length: 3 }, () => theirs.filter(({ method }) => method === 'POST')).flat(),
  ...[
    { getSession, signIn, signOut, presence, describeApi },
    { readLog, readVendorState, readSummary, readShift, readReport, readDeadline, readDrift, readOtherDesks },
    alerts,
    apiKeys,
    boardActions,
    catalog,
    inbox,
    marks,
    outgoingWebhooks,
    people,
    printing,
    rules,
    shops,
    shortages,
    tabletSettings,
    webhook,
  ].flatMap((table): Endpoint[] => Object.values(table)),
]

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'M-SEARCH']

interface Target {
  readonly method: string
  readonly path: string
  readonly body: Arbitrary<string | undefined>
}

/** An address of the contracts with its parameters filled in. */
const toApi: Arbitrary<Target> = fc.constantFrom(...fuzzEndpoints).chain(({ method, path }) => {
  const parts = path.split('/').map((part) => {
    if (part === ':webhookId') return often(fc.constant(fuzzWebhookId), inPath(orderId))
    return part.startsWith(':') ? inPath(orderId) : fc.constant(part)
  })
  return fc.record({
    method: often(fc.constant<string>(method), fc.constantFrom(...methods), 20),
    path: fc.tuple(...parts).map((some) => some.join('/')),
    body: fc.constant(bodyFor({ method, path })),
  })
})

const files = [
  '/',
  '/index.html',
  '/assets/page-1.js',
  '/assets/',
  '/orders/A1',
  '/catalog/items',
  '/secret.txt',
  '/.env',
]

/** The page, its files, and unknown addresses. */
const toPages: Arbitrary<Target> = fc.record({
  method: often(fc.constant('GET'), fc.constantFrom(...methods), 5),
  path: fc.oneof(
    fc.constantFrom(...files),
    fc.array(inPath(hostileText), { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
    fc.tuple(fc.constantFrom(...files), inPath(hostileText)).map((parts) => parts.join('')),
    inPath(hostileText).map((text) => `/assets/${text}`),
  ),
  body: fc.constant(fc.constant(undefined)),
})

const toFeed: Arbitrary<Target> = fc.record({
  method: often(fc.constant('GET'), fc.constantFrom(...methods), 5),
  path: fc.constant(feedPath),
  body: fc.constant(fc.constant(undefined)),
})

const asSent: Arbitrary<FuzzRequest> = fc
  .oneof({ weight: 7, arbitrary: toApi }, { weight: 2, arbitrary: toPages }, { weight: 1, arbitrary: toFeed })
  .chain(({ method, path, body }) =>
    fc.record({
      who: often(fc.constant('person' as const), fc.constant('nobody' as const), 5),
      cookie: fc
        .tuple(inHeader(hostileText), inHeader(hostileText))
        .chain(([one, other]) =>
          fc.constantFrom(`desk_device=${one}; desk_person=${other}`, `desk_device=${one}; desk_device=${other}`, one),
        ),
      host: often(fc.constant(fuzzHost), hostileText, 30),
      isSameOrigin: often(fc.constant(true), fc.constant(false), 20),
      method: fc.constant(method),
      path: query.map((text) => path + text),
      headers,
      body,
    }),
  )

const event = fields({ event: fc.constantFrom('order_created', 'order_updated'), id: orderId, order_id: orderId })
const events = fc.array(event, { maxLength: 5 })
const notification: Arbitrary<unknown> = fc.oneof(
  event,
  fields({ event: fc.constant('order_created'), data: event, payload: event, order: event }),
  fields({ event: fc.constant('order_created'), data: orderId, order: orderId, orderId }),
  events,
  fields({ orders: events }),
  fields({
    event: fc.constantFrom('order_created', 'item_updated'),
    data: events,
    payload: fields({ orders: events }),
  }),
  hostileValue,
)

const toWebhook: Arbitrary<FuzzRequest> = fc.record({
  who: fc.constant('nobody' as const),
  cookie: fc.constant(''),
  host: often(fc.constant(fuzzHost), hostileText, 30),
  isSameOrigin: fc.boolean(),
  method: often(fc.constant('POST'), fc.constantFrom(...methods), 20),
  path: often(
    fc.constant('/webhooks/orders'),
    inPath(hostileText).map((text) => `/webhooks/orders/${text}`),
  ),
  headers: fc.record({
    Authorization: often(fc.constant(`Bearer ${testWebhookSecret}`), inHeader(hostileText)),
    'Content-Type': often(fc.constant('application/json'), fc.constantFrom('application/x-www-form-urlencoded', 'x')),
    'Content-Encoding': often(fc.constant('identity'), fc.constantFrom('gzip', 'br', 'x'), 30),
  }),
  body: fc.oneof(
    { weight: 8, arbitrary: written(notification) },
    { weight: 1, arbitrary: hostileText.map((text) => `id=${text}&data=${text}&data[${text}][id]=${text}`) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from(bytes)) },
  ),
})

/** The keys of the printers that ask. */
export const fuzzPrinterKeys = { cloudprnt: 'fuzz-key-of-cloudprnt1', epson: 'fuzz-key-of-epson-prn1' } as const

const epsonForm = fc
  .record({
    ConnectionType: fc.constantFrom('GetRequest', 'SetResponse', 'SetStatus', 'x'),
    ResponseFile: hostileText.map((text) => `<printjobid>${text}</printjobid><response success="true" code="${text}">`),
    Status: hostileText.map((text) => `<printerstatus asbstatus="${text}"/>`),
  })
  .map((form) => String(new URLSearchParams(form)))

const toPrinter: Arbitrary<FuzzRequest> = fc.record({
  who: fc.constant('nobody' as const),
  cookie: fc.constant(''),
  host: often(fc.constant(fuzzHost), hostileText, 30),
  isSameOrigin: fc.boolean(),
  method: fc.constantFrom('POST', 'POST', 'GET', 'DELETE', ...methods),
  path: fc
    .tuple(
      fc.constantFrom('cloudprnt', 'epson', 'x'),
      often(fc.constantFrom(...Object.values(fuzzPrinterKeys)), inPath(hostileText)),
      inPath(hostileText),
    )
    .map(([kind, key, text]) => `/print/${kind}/${key}?token=${text}&code=${text}`),
  headers: fc.record({ 'Content-Type': fc.constantFrom('application/json', 'application/x-www-form-urlencoded') }),
  body: fc.oneof(
    written(fields({ statusCode: hostileText, printingInProgress: fc.boolean() })),
    epsonForm,
    hostileText,
  ),
})

/** Any request to any endpoint of the desk. */
export const fuzzRequest: Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 3, arbitrary: asSent },
  { weight: 1, arbitrary: toWebhook },
  { weight: 1, arbitrary: toPrinter },
)
