import { BlockList, isIP } from 'node:net'
import { ConfigError } from './config-values.ts'

interface Range {
  readonly address: string
  readonly family: 'ipv4' | 'ipv6'
  readonly bits: number
}

/** Reads addresses and ranges (CIDR), separated by commas. @throws {ConfigError} that names the variable */
export function readRanges(variable: string, given: string | undefined): readonly string[] {
  const parts = (given ?? '').split(',').map((part) => part.trim())
  const ranges = parts.filter((part) => part !== '')
  const isList = ranges.length === 0 || ranges.length === parts.length
  if (isList && ranges.every((range) => parseRange(range))) return ranges
  throw new ConfigError(variable, 'is a list of addresses or ranges such as 192.0.2.0/24, separated by commas')
}

/** @returns undefined for anything but an address or a range. */
function parseRange(text: string): Range | undefined {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  const most = family === 'ipv4' ? 32 : 128
  const isNumber = bits === undefined || /^\d{1,3}$/.test(bits)
  // A range of everything would trust every sender.
  const isRange = isNumber && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= most))
  if (isIP(address) === 0 || address.includes('%') || more.length > 0 || !isRange) return undefined
  return { address, family, bits: bits === undefined ? most : Number(bits) }
}

/** @returns a function that says whether an address is in one of these ranges. @throws {Error} for what is no range */
export function addressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const text of ranges) {
    const range = parseRange(text)
    if (!range) throw new Error(`${text} is no range of addresses.`)
    list.addSubnet(range.address, range.bits, range.family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}
