import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection that reads one page after the other. */
export interface Reader {
  /** Resolves with the body. @throws if the status is not 200. */
  read(path: string): Promise<string>
  close(): void
}

/** Reads raw responses, because the overhead of a client would be measured too. Needs a Content-Length. */
export async function openReader(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Reader> {
  const { host, port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  let fail = (_error: Error): void => undefined
  socket.once('close', () => fail(new Error('The connection was closed.')))
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return {
    read: (path) =>
      new Promise((resolve, reject) => {
        let text = ''
        const take = (bytes: Buffer) => {
          text += bytes.toString('latin1')
          const body = wholeBody(text)
          if (body === undefined) return
          socket.off('data', take)
          if (text.startsWith('HTTP/1.1 200')) resolve(body)
          else reject(new Error(text))
        }
        socket.on('data', take)
        fail = reject
        socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
      }),
    close: () => socket.destroy(),
  }
}

/** The body, once it is complete. */
function wholeBody(text: string): string | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end)) ?? []
  if (length === undefined) throw new Error(`An answer without its length: ${text.slice(0, end)}`)
  const body = text.slice(end + 4)
  return body.length >= Number(length) ? body : undefined
}
