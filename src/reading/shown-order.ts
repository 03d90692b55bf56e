import { patterns } from '#paths.ts'
import { matchPath } from '#client/navigation.tsx'
import { decoded } from '#client/wire/decoded.ts'

/** The id of the order whose screen an address is; nothing where it is that of another screen. */
export function shownOrder(pathname: string): string | undefined {
  const match = matchPath(patterns.order, pathname)
  return match ? decoded(match.params.orderId) : undefined
}
