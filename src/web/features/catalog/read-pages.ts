import { Failure } from '#web/api/http/failure.ts'
import { readable, type Salvaged, type Unreadable } from '#contract/salvage.ts'
import { perPageLimit, type Meta } from '#contract/vendor/page.ts'

/** One page of a list, as far as it could be read. */
interface Page {
  readonly data: readonly unknown[]
  readonly meta: Salvaged<Meta> | Unreadable | undefined
}

interface AllPages {
  readonly raws: readonly unknown[]
  /** Why there may be more: a later page failed, or there are too many. */
  readonly missing: 'failed' | 'tooMany' | undefined
}

const pagesAtMost = 100

/**
 * Reads a list page by page until the service has no more, or brings nothing new.
 * @throws {Failure} where even the first page could not be read.
 */
export async function readPages(ask: (page: number) => Promise<Page>): Promise<AllPages> {
  const seen = new Map<string, unknown>()
  const all = (missing: AllPages['missing']): AllPages => ({ raws: [...seen.values()], missing })
  for (let page = 1; page <= pagesAtMost; page += 1) {
    const answer = await ask(page).catch((error: unknown) => {
      if (page > 1 && error instanceof Failure) return undefined
      throw error
    })
    if (!answer) return all('failed')
    const before = seen.size
    for (const raw of answer.data) seen.set(JSON.stringify(raw), raw)
    const last = readable(readable(answer.meta)?.last_page)
    // unspecified: a wrong last page, or the same rows again and again. After a full page there may be another in any case.
    const isLast = answer.data.length < perPageLimit && (last === undefined || page >= last)
    if (isLast || seen.size === before) return all(undefined)
  }
  return all('tooMany')
}
