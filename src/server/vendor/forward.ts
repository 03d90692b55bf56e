import type { Clock } from '#contract/clock.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isRecord } from '#contract/json.ts'
import { readable, salvage, type Salvaged } from '#contract/salvage.ts'
import { CancelReason } from '#contract/vendor/cancel-reason.ts'
import { vendor as endpoints, type VendorEndpointName } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { redactMessage } from '#domain/redact-action.ts'
import { type At, queryOf } from '#server/http/guard.ts'
import { answerText, HttpError } from '#server/http/http-error.ts'
import { checkQuery, pageChecks } from '#server/http/input-limits.ts'
import { editAnswer, type Vendor } from './vendor.ts'
import { VendorFailure } from './vendor-failure.ts'
import type { MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'

export interface CancelReasons {
  /**
   * Finds a reason in a list that is up to a minute old; if the id is missing, reads the list again.
   * @returns undefined if the vendor has no such reason, `'unknown'` if the list cannot be read.
   */
  find(id: number): Promise<Salvaged<CancelReason> | undefined | 'unknown'>
  /** A reason's name in the last list, up to 100 characters. */
  nameOf(id: number | undefined): string | undefined
  /**
   * Stores a list that is sent to a tablet, so that the following attempt need not read one. `askedAt` is when it was
   * requested, on the steady clock.
   */
  note(list: unknown, askedAt: number): void
}

const keptForMs = 60_000
const longestName = 100

export function createCancelReasons(vendor: Vendor, clock: Clock): CancelReasons {
  let known: { readonly reasons: readonly Salvaged<CancelReason>[]; readonly at: number } | undefined

  /** @returns the reasons of a list; undefined if it is none. */
  function note(given: unknown, at: number) {
    const list = readable(salvage(z.array(CancelReason), given))
    if (!list) return undefined
    const reasons = list.flatMap((reason) => readable(reason) ?? [])
    if (!known || at >= known.at) known = { reasons, at }
    return reasons
  }

  async function readList() {
    const at = clock.steady()
    // An attempt is waiting for it, with little time.
    const { body } = await vendor.call('listCancelReasons', { params: {}, urgency: 'action' })
    const reasons = note(body.data, at)
    if (!reasons) throw new VendorFailure('unreadable', 'The vendor service sent no list of reasons.')
    return reasons
  }

  return {
    note: (list, askedAt) => void note(list, askedAt),
    nameOf(id) {
      const name = readable(known?.reasons.find((reason) => reason.id === id)?.name)
      return name === undefined ? undefined : redactMessage(name).slice(0, longestName).trim() || undefined
    },
    async find(id) {
      const fresh =
        known && clock.steady() - known.at < keptForMs ? known.reasons.find((reason) => reason.id === id) : undefined
      if (fresh) return fresh
      try {
        return (await readList()).find((reason) => reason.id === id)
      } catch (error) {
        if (error instanceof VendorFailure) return 'unknown'
        throw error
      }
    },
  }
}

interface Cached {
  /** When it was requested, on the steady clock. */
  readonly at: number
  readonly text: Promise<string>
  isUnderWay: boolean
}

/** Reads that several callers request at once, each made once. */
interface SharedReads {
  /** The result of the same key from the last `keptForMs`, or of a read under way; else reads it now. */
  read(key: string, make: () => Promise<string>): Promise<string>
}

/**
 * Shares reads. A failed read is not cached: the next caller gets the current state, and never an old answer in place
 * of a failure.
 */
export function createSharedReads(clock: Clock, keptForMs: number, keptAtMost: number): SharedReads {
  const cached = new Map<string, Cached>()

  const isOld = ({ at, isUnderWay }: Cached) => !isUnderWay && clock.steady() - at >= keptForMs

  /** Makes room for one more. */
  function forgetOld(): void {
    for (const [key, each] of cached) if (cached.size >= keptAtMost || isOld(each)) cached.delete(key)
  }

  return {
    read(key, make) {
      const known = cached.get(key)
      if (known && !isOld(known)) return known.text
      cached.delete(key)
      forgetOld()
      const text = make()
      const entry: Cached = { at: clock.steady(), text, isUnderWay: true }
      cached.set(key, entry)
      text.then(
        () => (entry.isUnderWay = false),
        () => cached.get(key) === entry && cached.delete(key),
      )
      return text
    },
  }
}

interface ListRouteDeps {
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
