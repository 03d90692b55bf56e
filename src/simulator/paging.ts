import type { Links, Meta } from '#contract/vendor/page.ts'

export interface Page<T> {
  readonly data: T[]
  readonly meta: Meta
}

const perPageDefault = 100

const positive = (text: string | undefined, otherwise: number): number =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : otherwise

/** One page of a list. Past the last page the list is empty, and `from` and `to` are null. */
export function pageOf<T>(all: readonly T[], query: { readonly page?: string; readonly per_page?: string }): Page<T> {
  const perPage = Math.min(positive(query.per_page, perPageDefault), perPageDefault)
  const current = positive(query.page, 1)
  const start = (current - 1) * perPage
  const data = all.slice(start, start + perPage)
  return {
    data,
    meta: {
      current_page: current,
      from: data.length === 0 ? null : start + 1,
      last_page: Math.max(1, Math.ceil(all.length / perPage)),
      per_page: perPage,
      to: data.length === 0 ? null : start + data.length,
      total: all.length,
    },
  }
}

/** The addresses of the neighbouring pages, absolute as the service writes them. */
export function linksOf(address: string, { current_page: current, last_page: last }: Meta): Links {
  const at = (page: number) => `${address}?page=${page}`
  return {
    first: at(1),
    last: at(last),
    prev: current > 1 ? at(Math.min(current - 1, last)) : null,
    next: current < last ? at(current + 1) : null,
  }
}
