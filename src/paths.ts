/** Every address of the product. */
export const paths = {
  orders: '/',
  order: (orderId: string) => `/orders/${encodeURIComponent(orderId)}`,
  closed: '/closed',
}

/** The same as patterns, for the routes. */
export const patterns = {
  orders: '/',
  order: '/orders/:orderId',
  closed: '/closed',
} as const
