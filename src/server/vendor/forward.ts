import type { MiddlewareHandler } from 'hono'
import type { Clock } from '#contract/clock.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isRecord } from '#contract/json.ts'
import { vendor as endpoints, type VendorEndpointName, vendorPrefix } from '#contract/vendor/endpoints.ts'
import { answerText, HttpError } from '#server/http/http-error.ts'
import { queryOf, type At } from '#server/http/guard.ts'
import { checkQuery, pageChecks } from '#server/http/check-query.ts'
import type { CancelReasons } from './cancel-reasons.ts'
import type { SharedReads } from './shared-reads.ts'
import { editAnswer, VendorFailure, type Vendor } from './vendor.ts'

export interface ListRouteDeps {
  readonly vendor: Vendor
  readonly shared: SharedReads
  readonly reasons: Pick<CancelReasons, 'note'>
  readonly clock: Clock
  readonly gate: { readonly enrolledOnly: MiddlewareHandler }
  readonly config: { readonly publicOrigin: string }
}

/** The lists that are forwarded unchanged except for the vendor's own addresses. */
type ListName = Exclude<VendorEndpointName, 'getOrder' | 'acceptOrder' | 'rejectOrder' | 'markOrderReady'>

const listNames = Object.keys(endpoints).filter((name): name is ListName => name.startsWith('list'))

/** The vendor's lists, under its own paths. */
export function listRoutes(at: At, deps: ListRouteDeps): void {
  for (const name of listNames) {
    const { path } = endpoints[name]
    at(vendorPrefix + path, { GET: [deps.gate.enrolledOnly, (c) => forwardList(deps, name, queryOf(c))] })
  }
}

/**
 * Forwards one list: the known query parameters, each checked; and the vendor's body, with its addresses on our own
 * origin.
 * @throws {HttpError} `bad_page`, and {VendorFailure}
 */
async function forwardList(
  { vendor, shared, reasons, clock, config }: ListRouteDeps,
  name: ListName,
  search: URLSearchParams,
): Promise<Response> {
  const query = checkQuery(search, checksOf(endpoints[name]))
  const own = config.publicOrigin + vendorPrefix + endpoints[name].path
  const isOfReasons = name === 'listCancelReasons'
  const read = async () => {
    const askedAt = clock.steady()
    // A person who is about to reject an order waits for the reasons.
    const answer = await vendor
      .call(name, { params: {}, query, urgency: isOfReasons ? 'screen' : 'list' })
      .catch(noSuchList)
    if (isOfReasons) reasons.note(answer.body.data, askedAt)
    return editAnswer(answer, (tree) => withOwnAddresses(tree, own))
  }
  // A refused reason is read again at once; no attempt waits for the catalog's pages.
  const { page = '1', per_page: perPage = '' } = query
  return answerText(200, isOfReasons ? await read() : await shared.read(`${name} ${page} ${perPage}`, read))
}

/** The checks of a list's pagination parameters. */
function checksOf({ query }: Endpoint): Partial<typeof pageChecks> {
  const { page, per_page } = pageChecks
  const names = Object.keys(query?.shape ?? {})
  return { ...(names.includes('page') && { page }), ...(names.includes('per_page') && { per_page }) }
}

/** A vendor that does not know its own list must not be reported as an unknown order. */
function noSuchList(error: unknown): never {
  if (error instanceof VendorFailure && error.reason === 'not-found') {
    throw new HttpError(502, 'vendor_rejected', error.message)
  }
  throw error
}

function withOwnAddresses(tree: unknown, own: string): unknown {
  if (!isRecord(tree)) return tree
  const { links, meta } = tree
  return {
    ...tree,
    ...(links !== undefined && { links: rewrite(links, own, leadsElsewhere) }),
    ...(meta !== undefined && { meta: rewrite(meta, own, isWebAddress) }),
  }
}

type IsAddress = (text: string) => boolean

const isWebAddress: IsAddress = (text) => /^https?:/i.test(text)
/** Whether a text has a scheme or a host. In an address field this also finds links that would run a script. */
const leadsElsewhere: IsAddress = (text) => /^\s*(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i.test(text)
/** Address fields in `meta`, which also has texts for people. */
const addressNames = ['path', 'url']

/**
 * Rewrites every address to the same page on our origin. The vendor decides the nesting, so its depth is limited here.
 */
function rewrite(value: unknown, own: string, isAddress: IsAddress, depth = 0): unknown {
  if (typeof value === 'string') return isAddress(value) ? ownAddress(value, own) : value
  if (typeof value !== 'object' || value === null || depth > 4) return value
  // editJson represents a number too large for a double as a frozen object.
  if (Object.isFrozen(value)) return value
  if (Array.isArray(value)) return value.map((member) => rewrite(member, own, isAddress, depth + 1))
  const inside = (key: string) => (addressNames.includes(key) ? leadsElsewhere : isAddress)
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, rewrite(member, own, inside(key), depth + 1)]),
  )
}

function ownAddress(address: string, own: string): string {
  const url = new URL(own)
  const given = URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams()
  for (const key of ['page', 'per_page']) {
    const value = given.get(key)
    if (value !== null) url.searchParams.set(key, value)
  }
  return url.href
}
