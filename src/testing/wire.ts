import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Practice } from '#practice/practice.ts'
import { createHttpServer } from '#server/node/http/http-server.ts'
import { createPages } from '#server/node/http/pages.ts'
import { nodeRequestContext } from '#server/node/http/node-request-context.ts'
import { createTestPractice } from './practice.ts'

export interface WireAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** A practice store on a real port, and a client that writes raw requests. */
export interface Wire {
  /** `localhost:PORT` */
  readonly host: string
  readonly practice: Practice
  /** Sends the head of a request and then the body. @returns the answer, read until the server closes. */
  send(lines: readonly string[], body?: string): Promise<WireAnswer>
  /** Sends a regular request with the right host. */
  ask(method: string, target: string, headers?: readonly string[], body?: string): Promise<WireAnswer>
  close(): Promise<void>
}

export async function openWire(publicOrigin?: string): Promise<Wire> {
  const folder = mkdtempSync(join(tmpdir(), 'vendor-desk-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Vendor Desk</title>')
  writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'assets', 'some-1.js'), 'export {}')
  const pages = await createPages(folder)
  const server = createHttpServer({ hostname: '127.0.0.1', fetch: (request, wire) => practice.fetch(request, wire) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const host = `localhost:${port}`
  const origin = publicOrigin ?? `http://${host}`
  const origins = [...new Set([origin, `http://${host}`])]
  const hosts = origins.map((each) => new URL(each).host)
  const practice = createTestPractice({
    readRequestContext: nodeRequestContext(origins),
    pages,
    config: { mode: 'practice', publicOrigin: origin, hosts, responseWindowSeconds: 300 },
  })
  const send: Wire['send'] = (lines, body = '') => exchange(port, `${lines.join('\r\n')}\r\n\r\n${body}`)
  return {
    host,
    practice,
    send,
    ask: (method, target, headers = [], body = '') =>
      send(
        [
          `${method} ${target} HTTP/1.1`,
          `Host: ${host}`,
          'Connection: close',
          ...headers,
          ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
        ],
        body,
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          rmSync(folder, { recursive: true })
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

function exchange(port: number, text: string): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.on('data', (chunk) => (said += chunk.toString('latin1')))
    socket.on('error', reject)
    // A server may reject a long request before all of it was written.
    socket.on('close', () => resolve(readAnswer(said)))
  })
}

function readAnswer(said: string): WireAnswer {
  const end = said.indexOf('\r\n\r\n')
  const [first = '', ...lines] = said.slice(0, end).split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
  const body = said.slice(end + 4)
  return { status: Number(first.split(' ')[1]), headers, body }
}
