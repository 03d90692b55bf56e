import type * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** One API call: everything that a caller, a server and a fake have to agree on. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With placeholders: `/orders/:orderId`. */
  readonly path: `/${string}`
  /** The parameters as strings, as they are in the address. Others are dropped. */
  readonly query?: z.ZodMiniObject<Record<string, Schema>>
  readonly body?: Schema
  /** The whole body of a 200. */
  readonly answer: Schema
}

/** Defines an endpoint with its exact types. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** The names of the parameters in a path: `'orderId'` of `/orders/:orderId`. */
type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type PathParams<Path extends string> = Readonly<Record<ParamName<Path>, string>>
export type QueryOf<E extends Endpoint> = E['query'] extends Schema ? z.core.input<E['query']> : never
export type BodyOf<E extends Endpoint> = E['body'] extends Schema ? z.core.input<E['body']> : never
export type AnswerOf<E extends Endpoint> = z.core.output<E['answer']>

/** Fills the parameters into a path, each encoded for an address. */
export function fillPath<Path extends string>(path: Path, params: PathParams<Path>): string {
  const values: Readonly<Record<string, string>> = params
  return path.replace(/:(\w+)/g, (_placeholder, name: string) => encodeURIComponent(values[name] ?? ''))
}

/**
 * The parameters of an address that this path matches, each decoded once.
 * @returns undefined if it does not match, or is not validly encoded.
 */
export function matchPath(path: string, address: string): Record<string, string> | undefined {
  const expected = path.split('/')
  const given = address.split('/')
  if (expected.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const text = given[index] ?? ''
    if (!part.startsWith(':')) {
      if (part !== text) return undefined
      continue
    }
    const decoded = decode(text)
    if (!decoded) return undefined
    params[part.slice(1)] = decoded
  }
  return params
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
