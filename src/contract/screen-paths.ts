/** An address with a query; what is undefined in it is left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** Every address of the product. */
export const paths = {
  orders: '/',
  order: (orderId: string) => `/orders/${encodeURIComponent(orderId)}`,
  closed: '/closed',
  /** Searched and filtered as `query` says. */
  items: (query: Readonly<Record<string, string | undefined>> = {}) => withQuery('/catalog/items', query),
  item: (itemId: string) => `/catalog/items/${encodeURIComponent(itemId)}`,
  categories: '/catalog/categories',
  brands: '/catalog/brands',
  attributes: '/catalog/attributes',
  enrol: '/enrol',
  /** Leads back to where one was, once somebody is signed in. */
  signIn: (from: string) => `/sign-in?from=${encodeURIComponent(from)}`,
  tablets: '/tablets',
  staff: '/staff',
  /** All of it, or what was done to an order, until the end of a day (`2026-11-20`), by a person. */
  log: (query: { readonly order?: string; readonly day?: string; readonly by?: string } = {}) =>
    withQuery('/log', query),
  settings: '/settings',
  shift: '/shift',
}

/** The same as patterns, for the routes. */
export const patterns = {
  orders: '/',
  order: '/orders/:orderId',
  closed: '/closed',
  items: '/catalog/items',
  item: '/catalog/items/:itemId',
  categories: '/catalog/categories',
  brands: '/catalog/brands',
  attributes: '/catalog/attributes',
  enrol: '/enrol',
  signIn: '/sign-in',
  tablets: '/tablets',
  staff: '/staff',
  log: '/log',
  settings: '/settings',
  shift: '/shift',
} as const
