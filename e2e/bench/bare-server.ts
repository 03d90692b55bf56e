import { readFileSync } from 'node:fs'
import { Agent, createServer, get, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { BareDeps } from './start-bare.ts'

// node e2e/bench/bare-server.ts PARTS: the smallest possible server, as the floor of the measurements; keeps nothing.
// - `POST /` with an id as its body sends all listeners of `/events` the order, read from the vendor service first. A
//   number after the id is the length of the event.
// - `/` is the page of a folder, with its files.
// - `/board` shows 300 cards.
// - The address of an order has the given one; with `upstream` each of its requests is forwarded unchecked.

const { order = '{}', folder, vendor, upstream } = JSON.parse(process.argv[2] ?? '{}') as BareDeps // Written by start-bare.ts.
const usualOrder = JSON.parse(order) as object
const orders = '/api/developer/v1/orders/'
const agent = new Agent({ keepAlive: true })
const listeners = new Set<ServerResponse>()

const card = (_: unknown, id: number) =>
  `<article><a href="/orders/${id}"><b>A-${id}</b> <i>4:59</i><p>Layla Hassan</p><p>3 items</p></a><button>Accept order</button></article>`
const board = `<!doctype html><meta charset="utf-8"><style>main{height:90vh;overflow:auto}article{border:1px solid;margin:8px;padding:12px}</style><main>${Array.from({ length: 300 }, card).join('')}</main>`

/** Compressed, as the desk's files; the script is cached under its name. */
const files: Readonly<Record<string, readonly [file: string, type: string, caching: string]>> = {
  '/': ['page', 'text/html', 'no-cache'],
  '/script.js': ['script', 'text/javascript', 'public, max-age=31536000, immutable'],
  '/rows': ['rows', 'application/json', 'no-cache'],
}
const contents =
  folder === undefined
    ? {}
    : Object.fromEntries(Object.values(files).map(([file]) => [file, readFileSync(join(folder, file))]))

function askVendor({ url, token }: NonNullable<BareDeps['vendor']>, id: string): Promise<string> {
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    const address = url + orders + id
    get(address, { agent, headers }, (answer) => void text(answer).then(resolve, reject)).on('error', reject)
  })
}

async function publish(id = '', length = '0'): Promise<void> {
  if (!vendor) return
  const read = JSON.parse(await askVendor(vendor, id)) as { readonly data: unknown }
  const row = {
    order_id: id,
    lane: 'answer',
    respond_by: new Date(Date.now() + 300_000).toISOString(),
    order: read.data,
  }
  const event = `data: ${JSON.stringify(row)}`
  const bytes = Buffer.from(`${event}${' '.repeat(Math.max(0, Number(length) - Buffer.byteLength(event)))}\n\n`)
  for (const listener of listeners) listener.write(bytes)
}

function forward(question: IncomingMessage, answer: ServerResponse, to: string): void {
  const { hostname, port } = new URL(to)
  const { method, url: path, headers } = question
  const outgoing = request({ hostname, port, method, path, headers, agent }, (incoming) => {
    answer.writeHead(incoming.statusCode ?? 502, incoming.headers)
    incoming.pipe(answer)
  })
  question.pipe(outgoing)
}

const server = createServer((question, answer) => {
  const { method, url = '' } = question
  const send = (body: string | Buffer, headers: Readonly<Record<string, string>>, status = 200) =>
    answer.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
  const json = { 'Content-Type': 'application/json' }
  if (upstream !== undefined) return forward(question, answer, upstream)
  if (method === 'POST') {
    void text(question).then((body) => {
      send('{"data":{"result":"stored"}}', json, 202)
      return publish(...body.split(' '))
    })
    return
  }
  if (url === '/events') {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': hello\n\n')
    listeners.add(answer)
    answer.on('close', () => listeners.delete(answer))
    return
  }
  if (url.startsWith(orders))
    return void send(JSON.stringify({ data: { ...usualOrder, id: url.slice(orders.length) } }), json)
  if (url === '/board') return void send(board, { 'Content-Type': 'text/html' })
  const [file = '', type = '', caching = ''] = files[url] ?? []
  const body = contents[file]
  if (!body) return void answer.writeHead(404).end()
  send(body, { 'Content-Type': type, 'Content-Encoding': 'br', 'Cache-Control': caching })
})
// Longer than any pause between requests: a proxy would reuse a closed connection.
server.keepAliveTimeout = 10 * 60 * 1000
server.listen(0, '127.0.0.1', () => console.info((server.address() as AddressInfo).port))
