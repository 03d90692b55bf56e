import { DeskFailure } from './desk-failure.ts'

/**
 * The parameters that an address of ours knows, each given once and understood; all others are dropped.
 * @throws {DeskFailure} 400 `bad_request`
 */
export function checkQuery<Name extends string>(
  search: URLSearchParams,
  checks: Readonly<Record<Name, (text: string) => boolean>>,
): Partial<Record<Name, string>> {
  const query: Partial<Record<Name, string>> = {}
  for (const name of Object.keys(checks) as Name[]) {
    const [value, ...more] = search.getAll(name)
    if (value === undefined) continue
    if (more.length > 0) throw new DeskFailure(400, 'bad_request', `${name} is given more than once.`)
    if (!checks[name](value)) throw new DeskFailure(400, 'bad_request', `${name} is not understood.`)
    query[name] = value
  }
  return query
}

/** Far more than any screen of ours asks for, in characters. */
const queryLimit = 4096

/** @throws {DeskFailure} 400 `bad_request` for a query that nobody would need. */
export function checkQueryLength(address: string): void {
  const at = address.indexOf('?')
  if (at < 0 || address.length - at - 1 <= queryLimit) return
  throw new DeskFailure(400, 'bad_request', `A query has at most ${queryLimit} characters.`)
}
