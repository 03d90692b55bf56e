import { createServer, type AddressInfo } from 'node:net'

/** A port of loopback on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo // of a server that listens on TCP
  await new Promise((resolve) => server.close(resolve))
  return port
}
