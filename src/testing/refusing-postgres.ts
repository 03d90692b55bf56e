import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A PostgreSQL on loopback that refuses every login. */
export interface RefusingPostgres {
  readonly url: string
  /** The number of login attempts. */
  asked(): number
  stop(): Promise<void>
}

/** The password in its address and the text of its error: neither may appear in logs. */
export const secretText = 'never-say-this'

/**
 * Starts one that refuses everybody with an error code of PostgreSQL, as for a wrong password. With `letsInFirst` it
 * accepts a login and ends the connection at once, as a server that is shutting down.
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
  const { port } = server.address() as AddressInfo // It listens on a port.
  return {
    url: `postgres://desk:${secretText}@127.0.0.1:${port}/desk`,
    asked: () => count,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** PostgreSQL's messages AuthenticationOk and ReadyForQuery. */
const welcome = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I')

/** PostgreSQL's ErrorResponse: a letter, the length, and zero-terminated fields. */
function errorResponse(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${secretText}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
