import type { Handler, MiddlewareHandler } from 'hono'
import { catalog as endpoints } from '#contract/desk/catalog.ts'
import { answer, answerText, HttpError } from '#server/http/http-error.ts'
import { checkQuery } from '#server/http/input-limits.ts'
import { queryOf, type At } from '#server/http/guard.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { searchChecks } from './catalog-search.ts'
import type { Catalog } from './catalog.ts'

/** The catalog is not in the orders' store: a shop without its catalog continues. */
const orUnavailable = <T>(result: Promise<T>): Promise<T> =>
  result.catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error
    throw new HttpError(503, 'store_unavailable', 'The catalog cannot be read now.', { retryAfterMs: 5000 })
  })

export interface CatalogRouteDeps {
  readonly catalog: Catalog
  readonly gate: { readonly enrolledOnly: MiddlewareHandler }
}

/** Answers the tablets' catalog requests from the gathered items, with how much is gathered. */
export function catalogRoutes(at: At, { catalog, gate }: CatalogRouteDeps): void {
  const search: Handler = async (c) => {
    const { texts, meta, state } = await orUnavailable(catalog.search(checkQuery(queryOf(c), searchChecks)))
    // Items are sent as received, to the digit, without parsing them.
    const index = JSON.stringify(state)
    return answerText(200, `{"data":[${texts.join(',')}],"meta":${JSON.stringify(meta)},"index":${index}}`)
  }
  at(endpoints.search.path, { GET: [gate.enrolledOnly, search] })

  const read: Handler = async (c) => {
    const { text, state } = await orUnavailable(catalog.read(c.req.param('itemId') ?? ''))
    if (text === undefined)
      throw new HttpError(404, 'not_found', 'There is no such item in what was gathered.', { data: { index: state } })
    return answerText(200, `{"data":${text},"index":${JSON.stringify(state)}}`)
  }
  at(endpoints.read.path, { GET: [gate.enrolledOnly, read] })

  const counts: Handler = async () => {
    const { counts: data, state } = await orUnavailable(catalog.counts())
    return answer(200, { data, index: state })
  }
  at(endpoints.counts.path, { GET: [gate.enrolledOnly, counts] })
}
