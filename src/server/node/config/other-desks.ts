import { isLoopback } from '#contract/loopback.ts'
import { ConfigError } from './config-error.ts'
import { parseAddress } from './parse-address.ts'

export interface NamedDesk {
  readonly name: string
  /** Scheme, name and port. */
  readonly url: string
}

const atMost = 200
const nameLimit = 60

/** Reads `OTHER_DESKS`: `Name=https://…`, separated by commas. @throws {ConfigError} */
export function readOtherDesks(given: string | undefined): readonly NamedDesk[] {
  if (!given?.trim()) return []
  const desks = given.split(',').map(readDesk)
  if (desks.length > atMost) throw bad(`names more than ${atMost} desks`)
  for (const part of ['name', 'url'] as const) {
    if (new Set(desks.map((desk) => desk[part])).size < desks.length) throw bad(`has the same ${part} twice`)
  }
  return desks
}

/** Whether two servers would share cookies: browsers separate them by host name and not by port. */
export function shareCookies(desks: readonly NamedDesk[], publicOrigin: string | undefined): boolean {
  const origins = new Set([...desks.map(({ url }) => url), ...(publicOrigin === undefined ? [] : [publicOrigin])])
  return new Set([...origins].map((origin) => new URL(origin).hostname)).size < origins.size
}

const bad = (message: string) => new ConfigError('OTHER_DESKS', message)

function readDesk(text: string): NamedDesk {
  // Such an address has no equals sign, and a name may have one.
  const end = text.lastIndexOf('=')
  const name = text.slice(0, Math.max(0, end)).trim()
  if (name === '') throw bad('is a list of Name=https://…, parted by commas')
  // \p{C}: characters that are invisible or change the text direction.
  if ([...name].length > nameLimit || /\p{C}/u.test(name)) throw bad(`names a desk in more than ${nameLimit} letters`)
  const address = text.slice(end + 1).trim()
  const url = parseAddress(address)
  if (!url) throw bad('has what is not the address of a server')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw bad('must be https, or http on loopback')
  }
  if (url.origin !== address.replace(/\/$/, '').toLowerCase()) throw bad('has scheme, name and port of each only')
  return { name, url: url.origin }
}
