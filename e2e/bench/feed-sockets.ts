import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** @returns a socket with an open feed. */
export async function openFeed(address: string, cookie: string): Promise<Socket> {
  const { host, port, pathname } = new URL(address)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\nCookie: ${cookie}\r\n\r\n`)
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  if (!bytes.toString().startsWith('HTTP/1.1 200')) throw new Error(bytes.toString())
  return socket
}

/** Waits for the whole event that has a text, over as many chunks as it comes in. @returns how many bytes came. */
export const hears = (socket: Socket, text: string): Promise<number> =>
  new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0)
    const take = (bytes: Buffer) => {
      received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
      const at = received.indexOf(text)
      if (at < 0 || !received.includes('\n\n', at)) return
      socket.off('data', take)
      resolve(received.length)
    }
    socket.on('data', take)
  })
