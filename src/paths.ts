/** Every address of the product. */
export const paths = {
  orders: '/',
  order: (orderId: string) => `/orders/${encodeURIComponent(orderId)}`,
  closed: '/closed',
  enrol: '/enrol',
  /** Leads back to where one was, once somebody is signed in. */
  signIn: (from: string) => `/sign-in?from=${encodeURIComponent(from)}`,
  tablets: '/tablets',
  staff: '/staff',
}

/** The same as patterns, for the routes. */
export const patterns = {
  orders: '/',
  order: '/orders/:orderId',
  closed: '/closed',
  enrol: '/enrol',
  signIn: '/sign-in',
  tablets: '/tablets',
  staff: '/staff',
} as const
