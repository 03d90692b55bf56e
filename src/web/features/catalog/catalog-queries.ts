import { catalog, type CatalogIndex, reachOf } from '#contract/desk/catalog.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { catalogEndpoints, Meta, perPageLimit } from '#contract/vendor/catalog-endpoints.ts'
import { callDesk, throughDesk } from '#web/api/http/call.ts'
import { callVendor, listIn } from '#web/api/http/call-vendor.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { nameOf } from '#web/format/item.ts'
import { oldSince } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { AttributeRow, BrandRow, CategoryRow, readPages, readRows, type Rows, valuesOf } from './rows.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'

const minute = 60_000

/** Lists that rarely change are cached in memory for this long. */
const keptMs = 10 * minute
const againMs = 30_000

/** Parses the answer but leaves its rows raw, so that each row is salvaged by itself. */
export const listOf = <E extends Endpoint>(endpoint: E) => ({
  ...throughDesk(endpoint),
  answer: z.object({ data: z.array(z.unknown()), meta: Meta }),
})

export interface WholeList<T> extends Rows<T> {
  readonly missing: 'failed' | 'tooMany' | undefined
}

/** Reads a list of the catalog from its first page to its last. */
const wholeListQuery = <T>(name: string, read: (signal: AbortSignal) => Promise<WholeList<T>>) =>
  queryOptions({
    queryKey: ['catalog', name],
    queryFn: ({ signal }) => read(signal),
    staleTime: ({ state }) => (state.data?.missing === 'failed' ? 0 : keptMs),
    gcTime: keptMs,
    refetchInterval: ({ state }) => (state.data?.missing === 'failed' ? againMs : false),
    // A page that becomes visible refetches stale lists.
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  })

type PagedList = typeof catalogEndpoints.listCategories | typeof catalogEndpoints.listBrands

async function readAll(endpoint: PagedList, signal: AbortSignal) {
  const list = listOf(endpoint)
  return readPages(async (page) => {
    // unspecified: how many rows a page has if `per_page` is missing.
    const { data, meta } = await callVendor(list, {
      query: { page: String(page), per_page: String(perPageLimit) },
      signal,
    })
    return { data: listIn(data), meta }
  })
}

export const categoriesQuery = () =>
  wholeListQuery<CategoryRow>('categories', async (signal) => {
    const { raws, missing } = await readAll(catalogEndpoints.listCategories, signal)
    return { ...readRows(CategoryRow, raws), missing }
  })

export const brandsQuery = () =>
  wholeListQuery<BrandRow>('brands', async (signal) => {
    const { raws, missing } = await readAll(catalogEndpoints.listBrands, signal)
    return { ...readRows(BrandRow, raws), missing }
  })

export const attributesQuery = () =>
  wholeListQuery<AttributeRow>('attributes', async (signal) => {
    const { data } = await callVendor(listOf(catalogEndpoints.listVariantAttributes), { signal })
    return { ...readRows(AttributeRow, listIn(data)), missing: undefined }
  })

export const isGathering = (index: CatalogIndex | undefined): boolean =>
  index !== undefined && reachOf(index) === 'growing'

const growingMs = 2000
const renewingMs = 10_000

/** How often to refetch, in ms: often while the index grows for the first time or is being refreshed, else never. */
export function paceOf(index: CatalogIndex | undefined): number | false {
  if (isGathering(index)) return growingMs
  return oldSince(index?.fresh_at, serverNow()) === undefined ? false : renewingMs
}

/** How many of the indexed items each category, brand and value has. */
export const countsQuery = () =>
  queryOptions({
    queryKey: ['catalog', 'counts'],
    queryFn: ({ signal }) => callDesk(catalog.counts, { signal }),
    staleTime: minute,
    refetchInterval: ({ state }) => paceOf(state.data?.index),
  })

/** The name of an id: `#17 (unknown)` if no row has it, `#17` until the list is loaded. */
export type NameOfId = (id: number) => string

interface NamedRow {
  readonly id: number
  readonly text: string
}

function useNameOfId(rows: readonly NamedRow[], list: WholeList<unknown> | undefined): NameOfId {
  const t = useTranslate()
  const isWhole = list !== undefined && list.missing === undefined
  return useMemo(() => {
    const texts = new Map(rows.map(({ id, text }) => [id, text]))
    return (id) => texts.get(id) ?? (isWhole ? t('catalog.unknown', { id: `#${id}` }) : `#${id}`)
  }, [rows, isWhole, t])
}

/** Names of categories. `isWanted` is false while no name is needed, so that the list is not loaded for nothing. */
export function useCategoryNames(isWanted = true): NameOfId {
  const language = useLanguage()
  const { data } = useQuery({ ...categoriesQuery(), enabled: isWanted })
  const rows = useMemo(
    () => (data?.rows ?? []).map((row) => ({ id: row.id, text: nameOf(row, language) })),
    [data, language],
  )
  return useNameOfId(rows, data)
}

export function useBrandNames(isWanted = true): NameOfId {
  const language = useLanguage()
  const { data } = useQuery({ ...brandsQuery(), enabled: isWanted })
  const rows = useMemo(
    () => (data?.rows ?? []).map((row) => ({ id: row.id, text: nameOf(row, language) })),
    [data, language],
  )
  return useNameOfId(rows, data)
}

/** Names of values with their attribute, because "Large" alone does not say what is large. */
export function useValueNames(isWanted = true): NameOfId {
  const language = useLanguage()
  const { data } = useQuery({ ...attributesQuery(), enabled: isWanted })
  const rows = useMemo(
    () =>
      (data?.rows ?? []).flatMap((attribute) =>
        valuesOf(attribute).rows.map((value) => ({
          id: value.id,
          text: `${nameOf(attribute, language)}: ${nameOf(value, language)}`,
        })),
      ),
    [data, language],
  )
  return useNameOfId(rows, data)
}
