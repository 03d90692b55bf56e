import type { VendorUrgency } from '#domain/urgency.ts'
import type { Clock } from '#contract/clock.ts'
import { fillPath, type PathParams } from '#contract/endpoint.ts'
import { isRecord, readJson, type JsonText } from '#contract/json.ts'
import { vendor as endpoints, type VendorEndpointName } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { isAnswerWithData } from '#contract/desk/failure.ts'
import { noMetrics, type Metrics } from '#server/runtime/metrics.ts'
import { logBug, type Log } from '#server/runtime/bug.ts'
import { TimedOut, withTimeLimit } from '#server/runtime/tasks.ts'
import { Bug, VendorFailure, type VendorFailureReason } from './vendor-failure.ts'
import { createBudget, NoRoom, type Budget, type RunOptions } from './budget.ts'
import {
  actionLimitMs,
  BrokenOff,
  NeverSent,
  NoAnswer,
  readLimitMs,
  retryAfterMsOf,
  type SendToVendor,
  type VendorRequest,
  type VendorResponse,
} from './vendor-transport.ts'
import { withoutTexts } from '#domain/redact-action.ts'

export interface VendorAnswer {
  /** The body as received. */
  readonly text: string
  readonly body: { readonly data: unknown }
  /** Edits the text for forwarding; `change` must not mutate its argument. */
  readonly edit: JsonText['edit']
}

/** Edits the body; every other digit stays. @throws {VendorFailure} if it is nested too deep. */
export function editAnswer({ edit }: VendorAnswer, change: (tree: unknown) => unknown): string {
  try {
    return edit(change)
  } catch {
    throw new VendorFailure('unreadable', 'The vendor service answered something too deep to read.', 200)
  }
}

interface Ask<Name extends VendorEndpointName> extends Pick<RunOptions, 'isFirstRead'> {
  readonly params: PathParams<(typeof endpoints)[Name]['path']>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Parts of the request body that must not leave the server if the vendor's message repeats them. */
  readonly secrets?: readonly string[]
  /** In milliseconds. */
  readonly timeLimitMs?: number
  /** Defaults to a waiting person. */
  readonly urgency?: VendorUrgency | undefined
  /** Called when there is room, just before it is sent. */
  readonly onBegin?: () => void
}

export interface VendorDeps {
  readonly baseUrl: string
  /** The current bearer token; it may change while we run. */
  readonly token: () => string
  readonly sendToVendor: SendToVendor
  readonly clock: Clock
  readonly log: Log
  readonly metrics?: Metrics | undefined
  /** Called for every answer, with when it was requested on the steady clock. */
  readonly onAnswer?: ((sentAt: number, answer: Pick<VendorResponse, 'date' | 'isFromCache'>) => void) | undefined
  /** Maximum rate of calls other than actions; defaults to `usualReadsPerSecond`. */
  readonly readsPerSecond?: number | undefined
}

export interface Vendor {
  /** Makes one call of the contract, at most once. @throws {VendorFailure} and nothing else. */
  call<Name extends VendorEndpointName>(name: Name, ask: Ask<Name>): Promise<VendorAnswer>
}

/** After a 429 without a time. */
const pauseMs = 2_000
export const usualReadsPerSecond = 20
/** How many reads run concurrently: with answers within a fifth of a second this allows the full rate. */
export const readsAtOnce = (perSecond: number): number => Math.ceil(perSecond / 4)
/**
 * Creates the vendor client. Each request is built from scratch (a checked path, our own headers, the token) and goes
 * to an address inside the contract or is not sent.
 */
export function createVendor(deps: VendorDeps): Vendor & { readonly budget: Pick<Budget, 'load'> } {
  const {
    baseUrl,
    token,
    sendToVendor,
    clock,
    log,
    onAnswer,
    metrics = noMetrics,
    readsPerSecond: perSecond = usualReadsPerSecond,
  } = deps
  const budget = createBudget({ clock, atOnce: readsAtOnce(perSecond), perSecond })
  const base = `${baseUrl.replace(/\/+$/, '')}${vendorPrefix}`

  function buildRequest<Name extends VendorEndpointName>(name: Name, ask: Ask<Name>, bearer: string): VendorRequest {
    const { method, path } = endpoints[name]
    const filled = fillPath<string>(path, ask.params)
    const url = new URL(base + filled)
    // fillPath encodes; this check is a safeguard against `..` or another host.
    if (url.href !== base + filled) throw new Error('The address left the contract.')
    for (const [key, value] of Object.entries(ask.query ?? {})) url.searchParams.set(key, value)
    const headers: Record<string, string> = { Accept: 'application/json', Authorization: `Bearer ${bearer}` }
    // Without a body there is no Content-Type; the specification says "none".
    if (ask.body === undefined) return { method, url, headers }
    headers['Content-Type'] = 'application/json'
    return { method, url, headers, body: JSON.stringify(ask.body) }
  }

  async function call<Name extends VendorEndpointName>(name: Name, ask: Ask<Name> & { urgency: VendorUrgency }) {
    const limitMs = ask.timeLimitMs ?? (endpoints[name].method === 'GET' ? readLimitMs : actionLimitMs)
    try {
      return await withTimeLimit(clock, limitMs, async (signal) => {
        const bearer = token()
        ask.onBegin?.()
        const sentAt = clock.steady()
        const response = await sendToVendor(buildRequest(name, ask, bearer), signal).catch(brokenOff)
        onAnswer?.(sentAt, response)
        return parseNotification(response, endpoints[name].method === 'POST', [bearer, ...(ask.secrets ?? [])])
      })
    } catch (thrown) {
      const error = knownOf(thrown)
      if (error instanceof VendorFailure) {
        if (error.reason === 'too-many') budget.pause(ask.urgency, error.retryAfterMs ?? pauseMs)
        throw error
      }
      if (isOfLine(error)) throw silenceBy(error)
      logBug(log, name, error)
      throw new Bug(error)
    }
  }

  async function timed<T>(endpoint: VendorEndpointName, work: () => Promise<T>): Promise<T> {
    const seconds = metrics.stopwatch()
    const note = (status: '2xx' | ReturnType<typeof statusClass>) =>
      metrics.time('vendor_desk_vendor_call_seconds', { endpoint, status }, seconds())
    try {
      const result = await work()
      note('2xx')
      return result
    } catch (error) {
      note(statusClass(error))
      throw error
    }
  }

  return {
    budget,
    call(name, ask) {
      const urgency = endpoints[name].method === 'POST' ? 'action' : (ask.urgency ?? 'screen')
      // Background polling may take long; a waiting person gets a timeout.
      const isOfWatch = urgency === 'news' || urgency === 'watch'
      const options = { waitLimitMs: isOfWatch ? Number.POSITIVE_INFINITY : readLimitMs, isFirstRead: ask.isFirstRead }
      return budget.run(urgency, () => timed(name, () => call(name, { ...ask, urgency })), options).catch(withoutRoom)
    },
  }
}

/**
 * What was known at the timeout: that no connection was established, so nothing was sent; or the vendor's status,
 * although its body did not arrive.
 */
function knownOf(error: unknown): unknown {
  const cause = error instanceof TimedOut ? error.cause : undefined
  const isKnown = cause instanceof NeverSent || (cause instanceof VendorFailure && cause.status !== undefined)
  return isKnown ? cause : error
}

/** Whether it is a network failure and no bug. */
const isOfLine = (error: unknown): error is Error =>
  [NeverSent, NoAnswer, TimedOut].some((kind) => error instanceof kind)

function silenceBy(error: Error): VendorFailure {
  const what = error instanceof NeverSent ? 'cannot be reached' : 'did not answer'
  const failure = new VendorFailure('silent', `The vendor service ${what}.`)
  failure.cause = error
  return failure
}

/** The label of an answer's status in the metrics. */
function statusClass(error: unknown): '3xx' | '4xx' | '5xx' | 'unreadable' | 'none' {
  if (!(error instanceof VendorFailure) || error.reason === 'silent') return 'none'
  if (error.reason === 'unreadable') return (error.status ?? 0) >= 300 ? '3xx' : 'unreadable'
  return error.reason === 'failing' ? '5xx' : '4xx'
}

function withoutRoom(error: unknown): never {
  if (!(error instanceof NoRoom)) throw error
  throw new VendorFailure(
    'too-many',
    'The desk has too much to ask of the vendor service just now.',
    undefined,
    error.retryAfterMs,
  )
}

function brokenOff(error: unknown): never {
  if (!(error instanceof BrokenOff)) throw error
  const failure = new VendorFailure('unreadable', 'The vendor service broke off in the middle of its answer.')
  failure.cause = error
  throw failure
}

const decoder = new TextDecoder()

function parseNotification(response: VendorResponse, isAction: boolean, secrets: readonly string[]): VendorAnswer {
  const { status, retryAfter, date } = response
  const text = decoder.decode(response.body)
  const json = tryJson(text)
  const body = json?.value
  const isSuccess = status >= 200 && status < 300
  // Only 200 means that something was done; a 202 may still come to nothing.
  if (isSuccess && (status === 200 || !isAction) && json && isAnswerWithData(body))
    return { text, body, edit: json.edit }
  const message = messageOf(body, secrets)
  if (isSuccess)
    throw new VendorFailure('unreadable', message ?? 'The vendor service answered something unreadable.', status)
  throw new VendorFailure(
    reasonOf(status),
    message ?? `The vendor service answered ${status}.`,
    status,
    retryAfterMsOf(retryAfter, date),
  )
}

/** By the status alone, because the message is for people and has several spellings. */
function reasonOf(status: number): VendorFailureReason {
  switch (status) {
    case 400:
      return 'refused'
    case 401:
      return 'unauthenticated'
    case 404:
      return 'not-found'
    case 429:
      return 'too-many'
    default:
      if (status >= 500) return 'failing'
      return status >= 400 ? 'rejected' : 'unreadable'
  }
}

function tryJson(text: string): JsonText | undefined {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}

const messageLimit = 300

/** The vendor's message without the token and codes, in case it repeats the request. */
const messageOf = (body: unknown, secrets: readonly string[]): string | undefined =>
  isRecord(body) && typeof body['message'] === 'string'
    ? withoutTexts(body['message'].slice(0, 64 * messageLimit), secrets).slice(0, messageLimit)
    : undefined
