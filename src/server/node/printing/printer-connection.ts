import { lookup } from 'node:dns/promises'
import { BlockList, connect, isIP, type Socket } from 'node:net'
import { PrinterLost, type ConnectPrinter, type PrinterConnection } from '#server/printing/escpos-printer.ts'
import { readAddress } from '#server/printing/printer-input.ts'

/** Private networks and this machine. Link-local addresses are not among them: clouds serve their secrets there. */
const privateNetworks = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addAddress('::1', 'ipv6')

/** Whether an address is in a private network, or this machine's; an IPv4 address within IPv6 counts as itself. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && privateNetworks.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether a printer may be at this host: a name, which is checked when it is connected to, or a private address. */
export const allowsPrinterHost = (host: string): boolean => isIP(host) === 0 || isPrivateAddress(host)

/** More than a status has; a printer that sends on and on is cut off. */
const bufferedAtMost = 4096

/** Connects to a printer by TCP. The address is resolved and checked each time, and the checked one is connected to. */
export const connectPrinter: ConnectPrinter = async (text, signal) => {
  const address = readAddress(text)
  const host = address && (await resolve(address.host))
  if (!host) throw new PrinterLost('The address is not one of a private network.')
  const socket = connect({ host, port: address.port, noDelay: true })
  socket.on('error', () => undefined)
  const opened = Promise.withResolvers<void>()
  socket.once('connect', opened.resolve)
  socket.once('close', () => opened.reject(new PrinterLost('The connection was refused.')))
  const callOff = () => socket.destroy()
  signal.addEventListener('abort', callOff)
  if (signal.aborted) callOff()
  await opened.promise.finally(() => signal.removeEventListener('abort', callOff))
  return overSocket(socket)
}

/** Lookups under way, by name: a resolver that hangs gets one question at a time, because all share few threads. */
const lookups = new Map<string, Promise<string | undefined>>()

function resolve(host: string): Promise<string | undefined> {
  const underWay = lookups.get(host)
  if (underWay) return underWay
  const found = lookup(host)
    .then(({ address }) => (isPrivateAddress(address) ? address : undefined))
    .catch(() => undefined)
    .finally(() => lookups.delete(host))
  lookups.set(host, found)
  return found
}

function overSocket(socket: Socket): PrinterConnection {
  const bytes: number[] = []
  let isLost = false
  let notify = () => undefined as void
  socket.on('data', (data) => {
    bytes.push(...data.subarray(0, bufferedAtMost))
    if (bytes.length > bufferedAtMost) socket.destroy()
    notify()
  })
  socket.on('close', () => {
    isLost = true
    notify()
  })
  const lost = () => new PrinterLost('The connection broke.')

  return {
    write: (part) =>
      new Promise((done, fail) => {
        if (isLost) return fail(lost())
        const onClose = () => fail(lost())
        socket.once('close', onClose)
        socket.write(part, (error) => {
          socket.off('close', onClose)
          if (error) fail(lost())
          else done()
        })
      }),
    read: (ms) =>
      new Promise((done, fail) => {
        const take = () => {
          const byte = bytes.shift()
          if (byte !== undefined) done(byte)
          else if (isLost) fail(lost())
          else return false
          return true
        }
        if (take()) return
        const timer = setTimeout(() => {
          notify = () => undefined
          done(undefined)
        }, ms)
        notify = () => {
          if (take()) clearTimeout(timer)
        }
      }),
    close: (isAtOnce = false) => void (isAtOnce ? socket.destroy() : socket.destroySoon()),
  }
}
