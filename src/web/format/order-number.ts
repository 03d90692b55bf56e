import { patterns } from '#contract/screen-paths.ts'
import { decoded } from '#web/api/http/call.ts'
import { matchPath } from 'react-router'

/** The id of the order that an address shows; undefined for another screen. */
export function shownOrder(pathname: string): string | undefined {
  const match = matchPath(patterns.order, pathname)
  return match ? decoded(match.params.orderId) : undefined
}

/** The path of the practice store's own pictures. */
const practicePictures = '/practice/pictures/'

/** The loadable ones of several picture addresses, each once, in order. */
export const pictureAddresses = (addresses: readonly unknown[]): readonly string[] => [
  ...new Set(addresses.flatMap((address) => pictureAddress(address) ?? [])),
]

/** An address that pictures may be loaded from: https, or the practice store's own. */
export function pictureAddress(address: unknown): string | undefined {
  if (typeof address !== 'string' || address === '') return undefined
  const isOwn = address.startsWith(practicePictures) && !address.includes('..')
  return isOwn || /^https:\/\/[^/]/i.test(address) ? address : undefined
}
