import type { MiddlewareHandler } from 'hono'
import { catalog as endpoints } from '#contract/desk/catalog.ts'
import { answer, answerText, HttpError } from '#server/http/http-error.ts'
import { checkQuery } from '#server/http/input-limits.ts'
import { queryOf, type At } from '#server/http/guard.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { searchChecks } from './catalog-search.ts'
import type { Catalog } from './catalog.ts'

interface CatalogAnswers {
  search(search: URLSearchParams): Promise<Response>
  read(key: string): Promise<Response>
  counts(): Promise<Response>
}

/** Answers the tablets' catalog requests from the gathered items, with how much is gathered. */
function createCatalogAnswers(catalog: Catalog): CatalogAnswers {
  return {
    async search(search) {
      const { texts, meta, state } = await orUnavailable(catalog.search(checkQuery(search, searchChecks)))
      // Items are sent as received, to the digit, without parsing them.
      const index = JSON.stringify(state)
      return answerText(200, `{"data":[${texts.join(',')}],"meta":${JSON.stringify(meta)},"index":${index}}`)
    },
    async read(key) {
      const { text, state } = await orUnavailable(catalog.read(key))
      if (text === undefined)
        throw new HttpError(404, 'not_found', 'There is no such item in what was gathered.', {
          data: { index: state },
        })
      return answerText(200, `{"data":${text},"index":${JSON.stringify(state)}}`)
    },
    async counts() {
      const { counts, state } = await orUnavailable(catalog.counts())
      return answer(200, { data: counts, index: state })
    },
  }
}

/** The catalog is not in the orders' store: a shop without its catalog continues. */
const orUnavailable = <T>(told: Promise<T>): Promise<T> =>
  told.catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error
    throw new HttpError(503, 'store_unavailable', 'The catalog cannot be read now.', { retryAfterMs: 5000 })
  })

export interface CatalogRouteDeps {
  readonly catalog: Catalog
  readonly gate: { readonly enrolledOnly: MiddlewareHandler }
}

/** The catalog's addresses, for enrolled tablets. */
export function catalogRoutes(at: At, { catalog, gate }: CatalogRouteDeps): void {
  const { search, read, counts } = createCatalogAnswers(catalog)
  at(endpoints.search.path, { GET: [gate.enrolledOnly, (c) => search(queryOf(c))] })
  at(endpoints.read.path, { GET: [gate.enrolledOnly, (c) => read(c.req.param('itemId') ?? '')] })
  at(endpoints.counts.path, { GET: [gate.enrolledOnly, counts] })
}
