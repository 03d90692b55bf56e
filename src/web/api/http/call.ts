import { idempotencyKeyHeader, orderVersionHeader, tapLimitMs } from '#contract/desk/action.ts'
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  fillPath,
  type PathParams,
  type QueryOf,
} from '#contract/endpoint.ts'
import { parseJson } from '#contract/json.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { noteCallOutcome } from './connection-status.ts'
import { Failure, toFailure } from './failure.ts'
import * as z from 'zod/mini'

/** A vendor endpoint as the desk's server forwards it, with the vendor's own path behind a prefix. */
export const throughDesk = <E extends Endpoint>(endpoint: E): E => ({ ...endpoint, path: vendorPrefix + endpoint.path })

export interface Ask<E extends Endpoint> {
  readonly params?: PathParams<E['path']>
  readonly query?: QueryOf<E>
  readonly body?: BodyOf<E>
  /** One UUID per attempt. */
  readonly idempotencyKey?: string
  /** Sent with it: the version of the order's row on the screen. */
  readonly orderVersion?: number
  readonly signal?: AbortSignal
}

/** A successful answer. Status 200 means a known outcome, 202 an unknown one. */
export interface Reply {
  readonly status: number
  readonly body: unknown
  /** The version of the order's row that has the action's outcome, if the server sends it. */
  readonly orderVersion: number | undefined
}

/** Longer than the server's own limit towards the vendor. Without a limit a lost packet would block a screen forever. */
const readLimitMs = 20_000
/** Longer than the server takes to answer a change, however slow the vendor is. */
export const changeLimitMs = tapLimitMs + 5_000

const limited = (ms: number, signal: AbortSignal | undefined): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])])

/**
 * Calls the desk's server once, without retries. A read times out after 20 s, everything else after 35 s.
 * @throws {Failure} for every answer that is not a success, and without an answer.
 */
export async function ask<E extends Endpoint>(
  endpoint: E,
  { params, query, body, idempotencyKey, orderVersion, signal }: Ask<E>,
): Promise<Reply> {
  const isOfVendor = endpoint.path.startsWith(vendorPrefix)
  try {
    const address = fillPath<string>(endpoint.path, params ?? {}) + searchOf(query ?? {})
    const response = await fetch(address, {
      method: endpoint.method,
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== undefined && { [idempotencyKeyHeader]: idempotencyKey }),
        ...(orderVersion !== undefined && { [orderVersionHeader]: String(orderVersion) }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: limited(endpoint.method === 'GET' ? readLimitMs : changeLimitMs, signal),
    }).catch(withoutAnswer)
    const reply = tryJson(await response.text().catch(withoutAnswer))
    if (!response.ok) throw toFailure(response.status, reply)
    noteCallOutcome(response.status === 202 ? 'vendor_timeout' : undefined, isOfVendor)
    return { status: response.status, body: reply, orderVersion: versionIn(response.headers) }
  } catch (error) {
    if (error instanceof Failure) noteCallOutcome(error.code, isOfVendor)
    throw error
  }
}

function versionIn(headers: Headers): number | undefined {
  const version = Number.parseInt(headers.get(orderVersionHeader) ?? '')
  return Number.isSafeInteger(version) ? version : undefined
}

function withoutAnswer(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new Failure('no_contact', 'The desk’s server did not answer.')
}

/** Calls the desk's own API, whose answers must match the contract. @throws {Failure} */
export async function callDesk<E extends Endpoint>(endpoint: E, options: Ask<E> = {}): Promise<AnswerOf<E>> {
  const { body } = await ask(endpoint, options)
  const answer = z.safeParse(endpoint.answer, body)
  if (!answer.success) throw new Failure('no_contact', 'The answer is not the desk’s.')
  return answer.data as AnswerOf<E>
}

function searchOf(query: object): string {
  const search = new URLSearchParams(query as Record<string, string>).toString()
  return search === '' ? '' : `?${search}`
}

/** Parses JSON, with exact numbers where possible. @returns undefined for invalid JSON. */
export function tryJson(text: string): unknown {
  for (const parse of [parseJson, JSON.parse]) {
    try {
      return parse(text)
    } catch {
      // JSON that is nested too deeply for exact numbers must not hide all other orders.
    }
  }
  return undefined
}

/** Decodes a part of a URL. @returns an empty text if its encoding is invalid. */
export function decoded(part = ''): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
