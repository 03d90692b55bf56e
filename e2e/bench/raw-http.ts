import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection that sends one request after the other. */
export interface RawConnection {
  /** @throws if the status is not 200 or 202. */
  read(path: string): Promise<void>
  post(path: string, body: string): Promise<void>
  close(): void
}

/** Writes raw requests, because the overhead of a client would be measured too. Answers need a Content-Length. */
export async function openRaw(url: string, headers: Readonly<Record<string, string>> = {}): Promise<RawConnection> {
  const { host, port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  let fail = (_error: Error): void => undefined
  socket.once('close', () => fail(new Error('The connection was closed.')))
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const send = (method: string, path: string, rest: string) =>
    new Promise<void>((resolve, reject) => {
      let text = ''
      const take = (bytes: Buffer) => {
        text += bytes.toString('latin1')
        if (!isWhole(text)) return
        socket.off('data', take)
        if (/^HTTP\/1.1 20[02]/.test(text)) resolve()
        else reject(new Error(text))
      }
      socket.on('data', take)
      fail = reject
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${rest}`)
    })
  return {
    read: (path) => send('GET', path, '\r\n'),
    post: (path, body) =>
      send('POST', path, `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
    close: () => socket.destroy(),
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end)) ?? []
  if (length === undefined) throw new Error(`An answer without its length: ${text.slice(0, end)}`)
  return text.length >= end + 4 + Number(length)
}

const roundMs = 1500

/** Calls of many connections at once, each one call after the other. */
export interface Load {
  /** The calls per second of a round. */
  readonly rate: () => Promise<number>
  /** The duration of each call of all rounds, in ms. */
  readonly times: number[]
}

/** Each round opens its own connections, because idle ones would be closed between two rounds. */
export function load(
  count: number,
  connectOne: () => Promise<RawConnection>,
  call: (connection: RawConnection) => Promise<void>,
): Load {
  const times: number[] = []
  return {
    times,
    async rate() {
      const open = await Promise.all(Array.from({ length: count }, connectOne))
      let done = 0
      const start = performance.now()
      const work = async (connection: RawConnection) => {
        for (let begun = performance.now(); begun - start < roundMs; begun = performance.now()) {
          await call(connection)
          done += 1
          times.push(performance.now() - begun)
        }
        connection.close()
      }
      await Promise.all(open.map(work))
      return (done / (performance.now() - start)) * 1000
    },
  }
}

/** Ascending, as a service numbers its orders. */
let latestId = 10_000_000

/** Notifications of new orders from this many connections at once. */
export const notifications = (count: number, url: string, path: string, headers: Readonly<Record<string, string>>) =>
  load(
    count,
    () => openRaw(url, headers),
    (connection) =>
      connection.post(path, JSON.stringify({ event: 'order_created', data: { id: String((latestId += 1)) } })),
  )
