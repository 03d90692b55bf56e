import type { CatalogItem } from '#contract/vendor/catalog.ts'

/** Metadata of a page that differs from the truth. */
interface Claims {
  readonly total?: unknown
  readonly last_page?: unknown
}

/** A vendor with nothing but a catalog, whose pages a test controls. */
export interface CatalogVendor {
  items: unknown[]
  categories: unknown[]
  claims: Claims
  /** Replaces the rows of an item page; counted from 1. */
  instead: (page: number) => unknown[] | Response | undefined
  /** The requested item pages, in order. */
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

/** A catalog item; `id` is also part of its name, reference, SKU and barcode. */
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
