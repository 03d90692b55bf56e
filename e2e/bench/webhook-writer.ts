import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection that sends one request after the other. */
export interface Writer {
  /** @throws if the status is not 202. */
  post(body: string): Promise<void>
  close(): void
}

/** Writes raw requests, because the overhead of a client would be measured too. */
export async function openWriter(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Writer> {
  const { host, port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  let fail = (_error: Error): void => undefined
  socket.once('close', () => fail(new Error('The connection was closed.')))
  const lines = Object.entries({ Host: host, 'Content-Type': 'application/json', ...headers })
  const head = [`POST ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n')
  return {
    post: (body) =>
      new Promise((resolve, reject) => {
        let text = ''
        const take = (bytes: Buffer) => {
          text += bytes.toString()
          if (!text.includes('}}')) return
          socket.off('data', take)
          if (text.startsWith('HTTP/1.1 202')) resolve()
          else reject(new Error(text))
        }
        socket.on('data', take)
        fail = reject
        socket.write(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
      }),
    close: () => socket.destroy(),
  }
}
