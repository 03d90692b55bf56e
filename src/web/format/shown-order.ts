import { patterns } from '#contract/screen-paths.ts'
import { decoded } from '#web/api/http/decoded.ts'
import { matchPath } from 'react-router'

/** The id of the order whose screen an address is; nothing where it is that of another screen. */
export function shownOrder(pathname: string): string | undefined {
  const match = matchPath(patterns.order, pathname)
  return match ? decoded(match.params.orderId) : undefined
}
