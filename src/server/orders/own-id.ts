import type { OrderId } from '#contract/vendor/order-id.ts'

/** An id of our own for an order whose id must not be put into an address: the same for the same digest of it. */
export const ownId = (digest: string): OrderId => `unsafe-${digest.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 16)}`

/** Whether the vendor cannot know an order under this id, for we made it up. */
export const isOwnId = (id: OrderId): boolean => /^unsafe-[A-Za-z0-9]{1,16}$/.test(id)

/** The version of the store in a header; nothing where it is none. */
export function versionIn(text: string | undefined): number | undefined {
  const version = Number(text)
  return Number.isSafeInteger(version) ? version : undefined
}

const shownAtMost = 1000

/** What people see of such an id: nobody reads more of it, and every tablet carries it. */
export function shownId(id: string): string {
  const letters = [...id]
  return letters.length > shownAtMost ? `${letters.slice(0, shownAtMost).join('')}…` : id
}
