import * as z from 'zod/mini'
import { Integer } from '#contract/plain.ts'
import { isRecord } from '#contract/json.ts'
import { readable, salvage, Unreadable } from '#contract/salvage.ts'
import { perPageLimit } from '#contract/vendor/page.ts'
import { editAnswer, VendorFailure, type Vendor } from '#server/vendor/vendor.ts'

/** One page of a vendor list, as far as it could be read. */
export interface CatalogPage {
  readonly rows: readonly CatalogRow[]
  /** The vendor's total for all pages, trusted only as far as the pages agree; null if unreadable. */
  readonly total: number | null
  readonly lastPage: number | null
}

export interface CatalogRow {
  readonly raw: unknown
  /** Its JSON, with every digit. */
  readonly text: string
}

const Claims = z.strictObject({ total: Integer, last_page: Integer })

/** Reads one page of a list, at the lowest urgency. @throws {VendorFailure} */
export async function readPage(
  vendor: Vendor,
  name: 'listItems' | 'listCategories',
  page: number,
): Promise<CatalogPage> {
  const query = { page: String(page), ...(name === 'listCategories' && { per_page: String(perPageLimit) }) }
  try {
    const answer = await vendor.call(name, { params: {}, query, urgency: 'list' })
    const rows = readable(salvage(z.array(z.unknown()), answer.body.data))
    if (!rows) throw new VendorFailure('unreadable', 'The vendor service sent no list.', 200)
    const texts = textsIn((edit) => editAnswer(answer, edit))
    const { meta } = answer.body as { readonly meta?: unknown } // `body` is a record; what it may hold is looked at.
    const claims = salvage(Claims, meta)
    const said = (claims && readable(claims)) ?? {}
    return {
      rows: rows.map((raw, place) => ({
        raw: raw instanceof Unreadable ? raw.raw : raw,
        text: texts[place] ?? 'null',
      })),
      total: count(said.total),
      lastPage: count(said.last_page),
    }
  } catch (error) {
    // unspecified: a page past the last may be a 404.
    const isPast = error instanceof VendorFailure && error.reason === 'not-found' && page > 1
    if (isPast) return { rows: [], total: null, lastPage: null }
    throw error
  }
}

const count = (value: unknown): number | null => (typeof value === 'number' && value >= 0 ? value : null)

/** Each member of `data` as its own JSON, parsed again to keep digits that a double cannot hold. */
function textsIn(read: (edit: (tree: unknown) => unknown) => string): readonly string[] {
  let texts: readonly string[] = []
  read((tree) => {
    const data = isRecord(tree) ? tree['data'] : undefined
    texts = Object.values(data ?? []).map((row) => JSON.stringify(row))
    return null
  })
  return texts
}
