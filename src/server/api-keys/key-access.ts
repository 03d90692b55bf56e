import { type ApiScope, describeApi } from '#contract/desk/api-keys.ts'
import { boardActions } from '#contract/desk/board-actions.ts'
import { catalog } from '#contract/desk/catalog.ts'
import { feedPath } from '#contract/desk/feed.ts'
import { inbox } from '#contract/desk/inbox.ts'
import { readReport } from '#contract/desk/reports.ts'
import { readShift } from '#contract/desk/shift.ts'
import { readSummary } from '#contract/desk/shops.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { vendor } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'

/** An address that programs may use with a key; every other one refuses keys. */
interface AddressOf<Name extends string> {
  /** Of the operation, in the description of the API (`open-api-words.ts`). */
  readonly name: Name
  readonly method: Endpoint['method']
  /** As the router knows it: `/api/desk/orders/:orderId`. */
  readonly path: string
  /** What a key needs to have; null: any key will do. */
  readonly scope: ApiScope | null
  /** Undefined for what is no JSON call: the feed, and the description itself. */
  readonly endpoint?: Endpoint
}

const own = <Name extends string>(name: Name, endpoint: Endpoint, scope: ApiScope): AddressOf<Name> => ({
  name,
  method: endpoint.method,
  path: endpoint.path,
  scope,
  endpoint,
})

const ofVendor = <Name extends keyof typeof vendor>(name: Name, scope: ApiScope): AddressOf<Name> => ({
  ...own(name, vendor[name], scope),
  path: vendorPrefix + vendor[name].path,
})

const plain = <Name extends string>(name: Name, path: string, scope: ApiScope | null): AddressOf<Name> => ({
  name,
  method: 'GET',
  path,
  scope,
})

// Not with a key: silencing the ring, leases, picks and hand-over, because each says what a person saw or did at the
// counter. Whatever sets up the shop, pairs tablets or shows the log.

/** What programs may use, in the order of the documentation. A new address is closed to them until it is named here. */
export const keyAddresses = [
  own('listOrders', inbox.list, 'orders:read'),
  own('readOrder', inbox.read, 'orders:read'),
  own('readOrderMatches', inbox.readMatches, 'orders:read'),
  // Today's money is in it for a key that may read reports as well.
  own('readSummary', readSummary, 'orders:read'),
  plain('followOrders', feedPath, 'orders:read'),
  ofVendor('getOrder', 'orders:read'),
  ofVendor('acceptOrder', 'orders:answer'),
  ofVendor('rejectOrder', 'orders:answer'),
  ofVendor('markOrderReady', 'orders:answer'),
  // Who rejects an order has to give one of these.
  ofVendor('listCancelReasons', 'orders:answer'),
  own('openOrder', boardActions.open, 'orders:answer'),
  own('searchItems', catalog.search, 'catalog:read'),
  own('readItem', catalog.read, 'catalog:read'),
  own('countItems', catalog.counts, 'catalog:read'),
  ofVendor('listItems', 'catalog:read'),
  ofVendor('listCategories', 'catalog:read'),
  ofVendor('listBrands', 'catalog:read'),
  ofVendor('listVariantAttributes', 'catalog:read'),
  own('readShift', readShift, 'reports:read'),
  own('readReport', readReport, 'reports:read'),
  plain('readDescription', describeApi.path, null),
] as const

export type KeyAddress = (typeof keyAddresses)[number]
export type OperationName = KeyAddress['name']

const byAddress = new Map<string, KeyAddress>(keyAddresses.map((each) => [`${each.method} ${each.path}`, each]))

/** The address, if programs may use it. */
export const keyAddressOf = (method: string, path: string): KeyAddress | undefined => byAddress.get(`${method} ${path}`)
