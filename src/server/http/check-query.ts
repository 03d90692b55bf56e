import { isCount, lastPageThinkable, perPageThinkable } from '#contract/vendor/page.ts'
import { HttpError } from './http-error.ts'

type Check = (text: string) => boolean

/** Checks of the pagination parameters. */
export const pageChecks = {
  page: (text) => isCount(text, lastPageThinkable),
  per_page: (text) => isCount(text, perPageThinkable),
} satisfies Record<string, Check>

/**
 * The known parameters of a query, each given at most once and valid; others are dropped.
 * @throws {HttpError} 400 `bad_request`, and `bad_page` for pagination parameters
 */
export function checkQuery<Name extends string>(
  search: URLSearchParams,
  checks: Readonly<Partial<Record<Name, Check>>>,
): Partial<Record<Name, string>> {
  if ([...search.keys()].some((key) => /^(?:page|per_page)\[/.test(key))) throw badPage()
  const query: Partial<Record<Name, string>> = {}
  for (const name of Object.keys(checks) as Name[]) {
    const check = checks[name]
    const [value, ...more] = search.getAll(name)
    if (!check || value === undefined) continue
    if (more.length > 0 || !check(value)) throw name in pageChecks ? badPage() : notUnderstood(name)
    query[name] = value
  }
  return query
}

const notUnderstood = (name: string) =>
  new HttpError(400, 'bad_request', `${name} is not understood, or is given more than once.`)

const badPage = () =>
  new HttpError(
    400,
    'bad_page',
    `A page is a whole number from 1 to ${lastPageThinkable}, per_page one from 1 to ${perPageThinkable}, each given once.`,
  )

/** Far more than the web app sends, in characters. */
const queryLimit = 4096

/** @throws {HttpError} 400 `bad_request` for a query that is too long. */
export function checkQueryLength(address: string): void {
  const at = address.indexOf('?')
  if (at < 0 || address.length - at - 1 <= queryLimit) return
  throw new HttpError(400, 'bad_request', `A query has at most ${queryLimit} characters.`)
}
