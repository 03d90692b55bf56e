import { catalogItem } from '#testing/catalog-vendor.ts'

// A shop of 100,000 items, and a vendor that answers its pages at once.

export const itemCount = 100_000
const perPage = 100

const english =
  'ground roasted fresh frozen organic coffee milk bread cheese rice tea olive oil soap chicken apple juice dark'
const arabic = 'قهوة مطحونة طازج مجمد عضوي حليب خبز جبن رز شاي زيت زيتون صابون دجاج تفاح عصير'
const [words, otherWords] = [english.split(' '), arabic.split(' ')]

const pick = (from: readonly string[], seed: number): string => from[seed % from.length] ?? ''
const nameOf = (from: readonly string[], id: number): string =>
  [pick(from, id * 7 + 3), pick(from, Math.floor(id / 5)), pick(from, Math.floor(id / 91)), id % 997].join(' ')

function shopItem(id: number) {
  return catalogItem(id, {
    name: { en: nameOf(words, id), ar: nameOf(otherWords, id) },
    description: { en: `${nameOf(words, id)}. `.repeat(4), ar: `${nameOf(otherWords, id)}. `.repeat(4) },
    category_ids: [id % 120, 120 + (id % 300)],
    brand_id: id % 230,
    attribute_value_ids: [id % 40, 40 + (id % 17)],
    discounted_price: id % 9 === 0 ? 800 : null,
  })
}

/** The answers to all pages, as texts. */
export function shopPages(): readonly string[] {
  const last = itemCount / perPage
  return Array.from({ length: last }, (_, place) => {
    const data = Array.from({ length: perPage }, (_row, at) => shopItem(place * perPage + at + 1))
    return JSON.stringify({
      data,
      meta: { current_page: place + 1, last_page: last, per_page: perPage, total: itemCount },
    })
  })
}

/**
 * The same as bytes, because texts would be on the heap whose garbage collector is measured. Made in a function of its
 * own, because an awaiting function retains its temporary values.
 */
export const pagesAsBytes = (): readonly Buffer<ArrayBuffer>[] => shopPages().map((page) => Buffer.from(page))

const categories = JSON.stringify({
  data: Array.from({ length: 90 }, (_, id) => ({
    id,
    name: { en: `Category ${id}`, ar: '' },
    ...(id > 9 && { parent: { id: id % 10, name: { en: '', ar: '' } } }),
  })),
  meta: { total: 90, last_page: 1 },
})

export const shopVendor =
  (pages: readonly Uint8Array<ArrayBuffer>[]) =>
  async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname.endsWith('/categories')) return new Response(categories)
    const order = /\/orders\/(\w+)$/.exec(pathname)?.[1]
    // Closed, so that it is read only once.
    if (order) return Response.json({ data: { id: order, is_active: false, status: { key: 'completed' } } })
    const page = pages[Number(searchParams.get('page') ?? '1') - 1]
    return pathname.endsWith('/items') ? new Response(page ?? '{"data":[]}') : new Response('{}', { status: 404 })
  }

/** Typical searches: words, prefixes, Arabic, references, barcodes; some find much, some nothing. */
export const queries: readonly string[] = Array.from({ length: 200 }, (_, place) => {
  const id = 1 + ((place * 7919) % itemCount)
  const kinds = [
    pick(words, place),
    nameOf(words, id),
    pick(otherWords, place),
    `${pick(words, place)} ${pick(words, place + 5)}`,
    `ref-${id}`,
    String(6_290_000_000_000 + id),
    pick(words, place).slice(0, 2),
    `nothing ${place}`,
  ]
  return pick(kinds, place)
})
