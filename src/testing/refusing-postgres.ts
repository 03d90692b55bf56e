import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A PostgreSQL on loopback that lets nobody in. */
export interface RefusingPostgres {
  readonly url: string
  /** How often somebody asked to be let in. */
  asked(): number
  stop(): Promise<void>
}

/** The password in its address, and what it says of itself besides the code: neither is for anybody's eyes. */
export const unspoken = 'never-say-this'

/**
 * Starts one that refuses everybody with a code of PostgreSQL's, as it would refuse a wrong password. `letsInFirst`: it
 * ends each connection in the same breath in which it has let it in, as one does that is told to end just then.
 */
export async function startRefusingPostgres(code: string, letsInFirst = false): Promise<RefusingPostgres> {
  let count = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      count += 1
      socket.end(letsInFirst ? Buffer.concat([welcome, errorResponse(code)]) : errorResponse(code))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens at a port
  return {
    url: `postgres://desk:${unspoken}@127.0.0.1:${port}/desk`,
    asked: () => count,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** PostgreSQL's own messages that whoever asks is let in, and may begin. */
const welcome = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I')

/** PostgreSQL's own message for it: a letter, the length, and fields that end in a zero. */
function errorResponse(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${unspoken}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
