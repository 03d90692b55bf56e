import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { systemClock } from '#contract/system-clock.ts'
import { createPracticePrinter, type PracticePrinter } from '#practice/practice-printer.ts'

export interface NetworkPrinter {
  /** `host:port`. */
  readonly address: string
  readonly paper: Pick<PracticePrinter, 'pieces' | 'setPaper'>
  /** When the first dots of each ticket came, in milliseconds of `performance.now()`. */
  readonly firstDotsAt: readonly number[]
  stop(): Promise<void>
}

const piecesKept = 1000
const rasterCommand = Buffer.of(0x1d, 0x76, 0x30)

/** A receipt printer on the network, at a loopback address of its own because all printers have the same port. */
export async function startNetworkPrinter(host: string): Promise<NetworkPrinter> {
  const printer = createPracticePrinter(systemClock, piecesKept)
  const firstDotsAt: number[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const connection = printer.connect()
    let hasDots = false
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (data) => {
      if (!hasDots && data.includes(rasterCommand)) {
        hasDots = true
        firstDotsAt.push(performance.now())
      }
      void answer(data)
    })
    async function answer(data: Buffer): Promise<void> {
      await connection.write(new Uint8Array(data))
      for (let byte = await connection.read(0); byte !== undefined; byte = await connection.read(0))
        socket.write(Uint8Array.of(byte))
    }
  })
  server.listen(9100, host)
  await once(server, 'listening')
  return {
    address: `${host}:9100`,
    paper: printer,
    firstDotsAt,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
