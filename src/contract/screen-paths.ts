/** Appends a query to a path, without its undefined values. */
function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** Every address of the web app. */
export const paths = {
  orders: '/',
  order: (orderId: string) => `/orders/${encodeURIComponent(orderId)}`,
  /** Closed orders, searched and filtered by `query`. */
  history: (query: Readonly<Record<string, string | undefined>> = {}) => withQuery('/history', query),
  /** Searched and filtered by `query`. */
  items: (query: Readonly<Record<string, string | undefined>> = {}) => withQuery('/catalog/items', query),
  item: (itemId: string) => `/catalog/items/${encodeURIComponent(itemId)}`,
  categories: '/catalog/categories',
  brands: '/catalog/brands',
  attributes: '/catalog/attributes',
  enrol: '/enrol',
  /** Returns to `from` after sign-in. */
  signIn: (from: string) => `/sign-in?from=${encodeURIComponent(from)}`,
  tablets: '/tablets',
  printers: '/printers',
  staff: '/staff',
  rules: '/rules',
  alerts: '/alerts',
  webhooks: '/webhooks',
  apiKeys: '/api-keys',
  apiReference: '/api-keys/reference',
  shops: '/shops',
  /** The log: all of it, or of an order, up to the end of a day (`2026-11-20`), or by a person. */
  log: (query: { readonly order?: string; readonly day?: string; readonly by?: string } = {}) =>
    withQuery('/log', query),
  connection: '/connection',
  settings: '/settings',
  reports: '/reports',
  station: '/station',
  display: '/display',
  /** The practice store's counter, station and display side by side. */
  training: '/training',
}

/** The same as patterns, for the routes. */
export const patterns = {
  orders: '/',
  order: '/orders/:orderId',
  history: '/history',
  items: '/catalog/items',
  item: '/catalog/items/:itemId',
  categories: '/catalog/categories',
  brands: '/catalog/brands',
  attributes: '/catalog/attributes',
  enrol: '/enrol',
  signIn: '/sign-in',
  tablets: '/tablets',
  printers: '/printers',
  staff: '/staff',
  rules: '/rules',
  alerts: '/alerts',
  webhooks: '/webhooks',
  apiKeys: '/api-keys',
  apiReference: '/api-keys/reference',
  shops: '/shops',
  log: '/log',
  connection: '/connection',
  settings: '/settings',
  reports: '/reports',
  station: '/station',
  display: '/display',
  training: '/training',
  /** Earlier addresses of the history and the reports, which lead there. */
  earlierHistory: '/closed',
  earlierReports: '/shift',
} as const
