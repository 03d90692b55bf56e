import { readable, salvage, type Salvaged, Unreadable } from '#contract/salvage.ts'
import { AttributeValue, Brand, CatalogItem, Category, VariantAttribute } from '#contract/vendor/catalog.ts'
import { type Meta, perPageLimit } from '#contract/vendor/catalog-endpoints.ts'
import { normalizeForSearch } from '#domain/search-text.ts'
import { Failure } from '#web/api/http/failure.ts'
import { translationsOf } from '#domain/translations.ts'
import * as z from 'zod/mini'

// Rows of the catalog, parsed one by one and field by field. Names stay raw: they may have more languages than the
// specification shows, or none.

const name = z.unknown()

const Parent = z.strictObject({ id: CatalogItem.shape.id, name })
const ValueRow = z.strictObject({ ...AttributeValue.shape, name })

export const CategoryRow = z.strictObject({ ...Category.shape, name, parent: z.optional(Parent) })
export const BrandRow = z.strictObject({ ...Brand.shape, name })
export const AttributeRow = z.strictObject({ ...VariantAttribute.shape, name, values: z.array(ValueRow) })

/** A row with a certain id; each other field may be missing or unreadable. */
type Row<Schema extends z.ZodMiniType> = Omit<Salvaged<z.infer<Schema>>, 'id'> & { readonly id: number }
export type CategoryRow = Row<typeof CategoryRow>
export type BrandRow = Row<typeof BrandRow>
export type AttributeRow = Row<typeof AttributeRow>

/** The identifiable rows of a list, each id once, and the others. */
export interface Rows<T> {
  readonly rows: readonly T[]
  readonly unreadable: readonly Unreadable[]
}

interface WithId {
  readonly id?: number | Unreadable | undefined
}

/** Separates rows with an id from rows without one. Lists shift while they are read, so the later duplicate wins. */
function partById<T extends WithId>(rows: readonly (T | Unreadable)[]): Rows<T & { readonly id: number }> {
  const known = new Map<number, T & { readonly id: number }>()
  const unreadable: Unreadable[] = []
  for (const row of rows) {
    if (row instanceof Unreadable) unreadable.push(row)
    else {
      const id = readable(row.id)
      if (id === undefined) unreadable.push(new Unreadable(row))
      else known.set(id, { ...row, id })
    }
  }
  return { rows: [...known.values()], unreadable }
}

/** Parses the rows of one of the lists above. */
export function readRows<Schema extends z.ZodMiniType<WithId>>(
  schema: Schema,
  raws: readonly unknown[],
): Rows<Row<Schema>> {
  const read = raws.map((raw) => {
    const row = salvage(schema, raw)
    return row === undefined || row instanceof Unreadable ? new Unreadable(raw) : row
  })
  // `salvage` returns a row for each object with an id; the compiler cannot follow this through both generics.
  return partById(read as (WithId | Unreadable)[]) as unknown as Rows<Row<Schema>>
}

/** The identifiable values of an attribute. */
export const valuesOf = ({ values }: AttributeRow) => partById(readable(values) ?? [])

/** The parent that a category names; it may be missing from the list. */
export function parentOf({ parent }: CategoryRow) {
  const fields = readable(parent)
  const id = readable(fields?.id)
  return id === undefined ? undefined : { id, name: fields?.name }
}

/** The readable part of one page. */
interface Page {
  readonly data: readonly unknown[]
  readonly meta: Salvaged<Meta> | Unreadable | undefined
}

interface AllPages {
  readonly raws: readonly unknown[]
  /** Why the list may be incomplete: a later page failed, or there are too many. */
  readonly missing: 'failed' | 'tooMany' | undefined
}

const pagesAtMost = 100

/**
 * Reads a list page by page until the service has no more, or sends nothing new.
 * @throws {Failure} if even the first page cannot be read.
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
    // unspecified: the last page may be wrong, and the same rows may repeat. A full page may always have another one
    // after it.
    const isLast = answer.data.length < perPageLimit && (last === undefined || page >= last)
    if (isLast || seen.size === before) return all(undefined)
  }
  return all('tooMany')
}

/** Whether each word of a search is part of a name in any language, or is the id. */
export function isMatch(search: string, names: readonly unknown[], id?: number): boolean {
  const texts = names.flatMap((name) => translationsOf(name, 'en')).map(({ text }) => normalizeForSearch(text))
  const words = normalizeForSearch(search).split(' ').filter(Boolean)
  return words.every((word) => word === String(id) || texts.some((text) => text.includes(word)))
}
