import { connect, isIP, type Socket } from 'node:net'
import { findAddresses, isPrivateAddress } from '#server/node/outbound/addresses.ts'
import { PrinterLost, type ConnectPrinter, type PrinterConnection } from '#server/printing/escpos-printer.ts'
import { readAddress } from '#server/printing/printer-input.ts'

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

/** The first private address of a host; the checked one is connected to. */
async function resolve(host: string): Promise<string | undefined> {
  const found = await findAddresses(host)
  return found.find(({ address }) => isPrivateAddress(address))?.address
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
