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
import { salvage, type Salvaged, Unreadable } from '#contract/salvage.ts'
import { isAnswerWithData } from '#contract/vendor/failure.ts'
import { vendorPrefix } from '#contract/vendor/endpoints.ts'
import { noteContact } from './connection-status.ts'
import { Failure, toFailure } from './failure.ts'
import * as z from 'zod/mini'

/** An endpoint of the vendor's, as the desk offers it: under the vendor's own path. */
export const throughDesk = <E extends Endpoint>(endpoint: E): E => ({ ...endpoint, path: vendorPrefix + endpoint.path })

interface Ask<E extends Endpoint> {
  readonly params?: PathParams<E['path']>
  readonly query?: QueryOf<E>
  readonly body?: BodyOf<E>
  /** One UUID for one tap. */
  readonly idempotencyKey?: string
  /** With it: the version of the order's row that the tablet showed. */
  readonly orderVersion?: number
  readonly signal?: AbortSignal
}

/** What came back: the status tells a settled answer (200) from an unsettled one (202). */
export interface Reply {
  readonly status: number
  readonly body: unknown
  /** Of an action: the version of the order's row that has the outcome; nothing where the server does not say. */
  readonly orderVersion: number | undefined
}

/** The desk gives up on the vendor before that; without a limit a lost packet would hold a screen up for ever. */
const readLimitMs = 20_000
/** What changes something has been answered by then, however long the vendor took. */
export const changeLimitMs = tapLimitMs + 5_000

const limited = (ms: number, signal: AbortSignal | undefined): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])])

/**
 * Asks the desk's server once; never repeats by itself. A read ends after 20 s, all else after 35 s, as one without an
 * answer.
 * @throws {Failure} for every answer that is not a success, and for none at all.
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
    noteContact(response.status === 202 ? 'vendor_timeout' : undefined, isOfVendor)
    return { status: response.status, body: reply, orderVersion: versionIn(response.headers) }
  } catch (error) {
    if (error instanceof Failure) noteContact(error.code, isOfVendor)
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

/** Asks the vendor through the desk. Whatever could be read of the answer, field by field. @throws {Failure} */
export async function callVendor<E extends Endpoint>(endpoint: E, options: Ask<E>): Promise<Salvaged<AnswerOf<E>>> {
  const { body } = await ask(endpoint, options)
  if (!isAnswerWithData(body)) throw new Failure('vendor_unreadable', 'The answer holds no data.')
  return salvage(endpoint.answer, body) as Salvaged<AnswerOf<E>>
}

/** Asks the desk itself, whose answers keep to the contract. @throws {Failure} */
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

/** The value of a JSON text, with its numbers to the digit where that can be; nothing where it is no JSON. */
export function tryJson(text: string): unknown {
  for (const parse of [parseJson, JSON.parse]) {
    try {
      return parse(text)
    } catch {
      // Nested too deeply for numbers to be kept to the digit: one such order must not hide all others.
    }
  }
  return undefined
}

/** A part of an address as it was meant; an empty one where it was not encoded as addresses are. */
export function decoded(part = ''): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** In milliseconds: a year of the log comes over a slow line by then, and a line that is dead keeps nobody waiting. */
const atMostMs = 5 * 60_000

/** Reads a file of the desk's as text. @throws {Failure} for every answer that is not a success, and for none at all. */
export async function fetchText(path: string): Promise<string> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(atMostMs) })
    if (response.ok) return await response.text()
  } catch {
    // There was none, or half of one.
  }
  throw new Failure('no_contact', 'The desk’s server did not give the file.')
}

/** The list of an answer. @throws {Failure} where it is none: what cannot be read need not be empty. */
export function listIn<T>(data: readonly T[] | Unreadable | null | undefined): readonly T[] {
  if (!data || data instanceof Unreadable) throw new Failure('vendor_unreadable', 'The answer holds no list.')
  return data
}
