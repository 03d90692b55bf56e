import type { CatalogItem } from '#contract/vendor/catalog.ts'

/** What a page of a list says of itself, where that is not what is so. */
interface Claims {
  readonly total?: unknown
  readonly last_page?: unknown
}

/** A vendor with nothing but a catalog, which does with its pages what a test wants. */
export interface CatalogVendor {
  items: unknown[]
  categories: unknown[]
  claims: Claims
  /** Another answer to a page of the items, in place of its rows; counted from 1. */
  instead: (page: number) => unknown[] | Response | undefined
  /** Pages of the items that were asked for, in their order. */
  readonly asked: number[]
  fetch(request: Request): Promise<Response>
}

const perPage = 100

export function createCatalogVendor(items: unknown[] = []): CatalogVendor {
  const asked: number[] = []
  const vendor: CatalogVendor = {
    items,
    categories: [],
    claims: {},
    instead: () => undefined,
    asked,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      const page = Number(searchParams.get('page') ?? '1')
      const isItems = pathname.endsWith('/items')
      if (isItems) asked.push(page)
      else if (!pathname.endsWith('/categories')) return new Response('{"message":"Order not found"}', { status: 404 })
      const all = isItems ? vendor.items : vendor.categories
      const rows = (isItems ? vendor.instead(page) : undefined) ?? all.slice((page - 1) * perPage, page * perPage)
      if (rows instanceof Response) return rows
      const last = Math.max(1, Math.ceil(all.length / perPage))
      const said = isItems ? vendor.claims : {}
      return Response.json({ data: rows, meta: { current_page: page, last_page: last, total: all.length, ...said } })
    },
  }
  return vendor
}

/** An item of a catalog; `id` is in its name, its reference, its sku and its barcode too. */
export function catalogItem(id: number, item: Partial<CatalogItem> = {}): CatalogItem {
  return {
    id,
    vendor_reference_id: `REF-${id}`,
    name: { en: `Item ${id}`, ar: `صنف ${id}` },
    description: { en: 'A thing.', ar: 'شيء.' },
    price: 1000,
    discounted_price: null,
    discount_start_at: null,
    discount_end_at: null,
    stock: 5,
    sku: `SKU-${id}`,
    barcode: String(6_290_000_000_000 + id),
    is_active: true,
    is_available: true,
    is_virtual: false,
    image_url: null,
    brand_id: null,
    max_purchasable_quantity: null,
    parent_id: null,
    category_ids: [],
    attribute_value_ids: [],
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    ...item,
  }
}

export const catalogItems = (count: number): CatalogItem[] =>
  Array.from({ length: count }, (_, place) => catalogItem(place + 1))
