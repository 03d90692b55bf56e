import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { PrinterLost } from '#server/printing/escpos-printer.ts'
import { isPrivateAddress } from '#server/node/outbound/addresses.ts'
import { allowsPrinterHost, connectPrinter } from './printer-connection.ts'

/** Loopback addresses of its own for each test, because the port is a printer's. */
let lastHost = process.pid % 250

async function listen(onConnection: (socket: Socket) => void): Promise<string> {
  lastHost = (lastHost % 250) + 1
  const host = `127.9.${process.pid % 250}.${lastHost}`
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  server.listen(9100, host)
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `${host}:9100`
}

const open = (address: string) => connectPrinter(address, AbortSignal.timeout(10_000))

test('carries bytes to a printer and back', async () => {
  const received: Buffer[] = []
  const address = await listen((socket) =>
    socket.on('data', (data) => {
      received.push(data)
      socket.write(Uint8Array.of(0x12, 0x16))
    }),
  )
  const connection = await open(address)
  await connection.write(Uint8Array.of(0x10, 0x04, 0x01))
  expect([await connection.read(5000), await connection.read(5000)]).toEqual([0x12, 0x16])
  expect(await connection.read(0)).toBeUndefined()
  connection.close()
  expect(Buffer.concat(received)).toEqual(Buffer.of(0x10, 0x04, 0x01))
})

test('reports a printer that hangs up, also to whoever waits for a byte', async () => {
  const address = await listen((socket) => socket.once('data', () => socket.destroy()))
  const connection = await open(address)
  await connection.write(Uint8Array.of(1))
  await expect(connection.read(20_000)).rejects.toThrow(PrinterLost)
  await expect(connection.write(Uint8Array.of(1))).rejects.toThrow(PrinterLost)
})

test('cuts off a printer that sends on and on', async () => {
  const address = await listen((socket) => socket.write(new Uint8Array(1_000_000)))
  const connection = await open(address)
  const write = () =>
    connection.write(Uint8Array.of(1)).then(
      () => 'written',
      (error: unknown) => error,
    )
  await expect.poll(write, { timeout: 20_000 }).toBeInstanceOf(PrinterLost)
})

test.each([
  '127.9.9.9:9109',
  '203.0.113.7:9100',
  '169.254.169.254:9100',
  'example.com:80',
  'no address',
  '10.0.0.1:25',
])('does not connect to %s', async (address) => {
  await expect(open(address)).rejects.toThrow(PrinterLost)
})

test.each([
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.178.20', true],
  ['127.0.0.1', true],
  ['::1', true],
  ['fd12:3456::1', true],
  ['fe80::1', false],
  ['::ffff:10.0.0.1', true],
  ['::ffff:8.8.8.8', false],
  ['169.254.169.254', false],
  ['8.8.8.8', false],
  ['0.0.0.0', false],
  ['2001:db8::1', false],
])('takes %s for private: %s', (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate)
  expect(allowsPrinterHost(address)).toBe(isPrivate)
})

test('lets a name stand until it is resolved', () => expect(allowsPrinterHost('printer.local')).toBe(true))
