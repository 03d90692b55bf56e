import { connect } from 'node:net'

export interface WireAnswer {
  readonly status: number
  readonly headers: string
  readonly body: string
}

const limitMs = 20_000

/**
 * Sends raw bytes to a desk, as no HTTP client would.
 * @returns its answers when the desk has closed the connection or was silent for `quietMs`.
 */
export function sendRaw(
  url: string,
  chunks: readonly (string | Buffer)[],
  quietMs = 400,
): Promise<readonly WireAnswer[]> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname.replace('localhost', '127.0.0.1'))
    let received = Buffer.alloc(0)
    const done = () => {
      socket.destroy()
      resolve(answersIn(received.toString('latin1')))
    }
    socket.setTimeout(limitMs, done)
    socket.on('connect', () => {
      for (const chunk of chunks) socket.write(chunk)
    })
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      socket.setTimeout(quietMs)
    })
    // A refusal in the middle of a request may reset the connection; the answer counts.
    socket.on('error', (error) => (received.length > 0 ? done() : reject(error)))
    socket.on('close', done)
  })
}

function answersIn(text: string): WireAnswer[] {
  const heads = [...text.matchAll(/HTTP\/1\.1 (\d{3})[^\r]*\r\n((?:[^\r\n]+\r\n)*)\r\n/g)]
  return heads.map(({ 0: head, 1: status = '', 2: headers = '', index }, at) => ({
    status: Number(status),
    headers,
    body: text.slice(index + head.length, heads[at + 1]?.index),
  }))
}
