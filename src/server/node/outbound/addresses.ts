import dns from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { createTurns } from '#server/runtime/tasks.ts'

// Which addresses this server may connect to on behalf of others.

type Network = readonly [network: string, prefix: number]

function listOf(networks: readonly Network[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, isIP(network) === 4 ? 'ipv4' : 'ipv6')
  return list
}

/** Private networks and this machine. Link-local addresses are not among them: clouds serve their secrets there. */
const privateNetworks = listOf([
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['fc00::', 7],
  ['::1', 128],
])

/** All that is given to public servers lies within these. */
const givenNetworks = listOf([
  ['0.0.0.0', 0],
  ['2000::', 3],
])

/** What is no address of a public server in there: link-local, shared, reserved, of documentation, multicast. */
const otherNetworks = listOf([
  ['0.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  // Once of relays to 2002::/16.
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Of protocols; tunnelled ones reach whatever IPv4 address stands in them.
  ['2001::', 23],
  ['2002::', 16],
  ['2001:db8::', 32],
  ['3fff::', 20],
])

// An IPv4 address within IPv6 (`::ffff:10.0.0.1`) counts as itself in such a list.
function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether an address is in a private network, or this machine's; an IPv4 address within IPv6 counts as itself. */
export const isPrivateAddress = (address: string): boolean => isIn(privateNetworks, address)

/** Whether an address is that of a public server. */
export const isPublicAddress = (address: string): boolean =>
  isIn(givenNetworks, address) && !isIn(privateNetworks, address) && !isIn(otherNetworks, address)

export interface FoundAddress {
  readonly address: string
  readonly family: number
}

/** Lookups under way, by name: a resolver that hangs gets one question at a time. */
const lookups = new Map<string, Promise<readonly FoundAddress[]>>()

/** The names that were found last time. */
const foundNames = new Set<string>()
const rememberedAtMost = 1000

// All lookups of the process share eight threads (`start.js`), and a name whose server is gone holds one for ten
// seconds or more. So some threads are left for the vendor's name, and names that were found wait for no others.
const ofFoundNames = createTurns(3)
const ofOtherNames = createTurns(3)

/** All addresses of a name, or the address itself; none if it cannot be found. */
export function findAddresses(host: string): Promise<readonly FoundAddress[]> {
  const family = isIP(host)
  if (family !== 0) return Promise.resolve([{ address: host, family }])
  const underWay = lookups.get(host)
  if (underWay) return underWay
  const inTurn = foundNames.has(host) ? ofFoundNames : ofOtherNames
  const found = inTurn(() => dns.lookup(host, { all: true })).then(
    (addresses) => {
      if (foundNames.size >= rememberedAtMost) foundNames.clear()
      foundNames.add(host)
      return addresses
    },
    (): readonly FoundAddress[] => {
      foundNames.delete(host)
      return []
    },
  )
  lookups.set(host, found)
  void found.finally(() => lookups.delete(host))
  return found
}

/** Connects to addresses that were checked, whatever the name's are by then. */
export const lookupOf =
  (addresses: readonly FoundAddress[]): LookupFunction =>
  (_host, options, callBack) => {
    const [first] = addresses
    if (options.all) callBack(null, [...addresses])
    else callBack(null, first?.address ?? '', first?.family)
  }

/** The host of an address as a resolver takes it: IPv6 without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * The addresses of a host as far as its spelling tells: an IP address, or a name of this machine (RFC 6761); undefined
 * for all other names, which must be looked up.
 */
export function spelledAddresses(host: string): readonly string[] | undefined {
  if (isIP(host) !== 0) return [host]
  return /^(?:.+\.)?localhost\.?$/.test(host) ? ['127.0.0.1', '::1'] : undefined
}

/** Whether an address may be connected to: if it is allowed, or public and by https. */
export const mayConnect = (address: string, { protocol }: URL, isAllowed: (address: string) => boolean): boolean =>
  isAllowed(address) || (protocol === 'https:' && isPublicAddress(address))

/** All addresses of a name, and those of them that may be connected to. */
export async function checkAddresses(url: URL, isAllowed: (address: string) => boolean) {
  const found = await findAddresses(hostOf(url))
  return { found, checked: found.filter(({ address }) => mayConnect(address, url, isAllowed)) }
}
