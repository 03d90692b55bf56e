import { readFileSync } from 'node:fs'
import { Agent, createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { BareDeps } from './start-bare.ts'

// node e2e/bench/bare-server.ts PARTS: the smallest possible live board, as the floor of the measurements. `POST /`
// with an id as its body publishes it to all listeners of `/events`; `/` shows each as a card, and `/board` starts with
// 300 cards, and marks the published one as seen. `/stack` is a page with the given script. At the address of an order
// the server answers with the given one, or with that of the given vendor service, read when the id was published.

const { order = '{}', script: scriptFile, vendor } = JSON.parse(process.argv[2] ?? '{}') as BareDeps // Written by start-bare.ts.
const usualOrder = JSON.parse(order) as object
const stackScript = scriptFile === undefined ? '' : readFileSync(scriptFile)
const warmLines = new Agent({ keepAlive: true })
/** The service's orders by id. */
const said = new Map<string, string>()
const orderAddress = /^\/api\/developer\/v1\/orders\/([\w-]+)$/
const listeners = new Set<ServerResponse>()
const cards = 300

const script = `
const cards = document.querySelector('main')
new EventSource('/events').onmessage = ({ data }) => {
  const known = document.getElementById(data)
  const card = known ?? document.createElement('article')
  card.ariaLabel = card.id = data
  card.append(known ? 'Sara' : data)
  if (!known) cards.append(card)
}`

/** Reads the order from the service. */
function askVendor({ url, token }: NonNullable<BareDeps['vendor']>, id: string): Promise<string> {
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    const address = `${url}/api/developer/v1/orders/${id}`
    get(address, { agent: warmLines, headers }, (answer) => void text(answer).then(resolve, reject)).on('error', reject)
  })
}

const card = (_: unknown, id: number) =>
  `<article id="${id}" aria-label="${id}"><a href="/orders/${id}"><b>A-${id}</b> <i>4:59</i><p>Layla Hassan</p><p>3 items</p></a><button>Accept order</button></article>`

const page = (body: string, act = script) =>
  `<!doctype html><meta charset="utf-8"><style>main{height:90vh;overflow:auto}article{border:1px solid;margin:8px;padding:12px}</style><main>${body}</main><script>${act}</script>`
const pages: Readonly<Record<string, string>> = {
  '/': page(''),
  '/stack': page('', '').replace('<script>', '<script type="module" src="/stack.js">'),
  '/board': page(Array.from({ length: cards }, card).join('')),
}

const server = createServer((question, answer) => {
  const { method, url = '' } = question
  if (method === 'POST') {
    let id = ''
    question.on('data', (bytes: Buffer) => (id += bytes.toString()))
    question.on('end', () => {
      answer.writeHead(202, { 'Content-Type': 'application/json' }).end('{"data":{"result":"stored"}}')
      const tell = () => {
        for (const listener of listeners) listener.write(`data: ${id}\n\n`)
      }
      if (vendor)
        void askVendor(vendor, id)
          .then((order) => void said.set(id, order))
          .then(tell)
      else tell()
    })
  } else if (url === '/events') {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' })
    answer.write(': hello\n\n')
    listeners.add(answer)
    answer.on('close', () => listeners.delete(answer))
  } else if (url === '/stack.js') {
    answer.writeHead(200, { 'Content-Type': 'text/javascript' }).end(stackScript)
  } else if (orderAddress.test(url)) {
    const [, id = ''] = orderAddress.exec(url) ?? []
    const json = said.get(id) ?? JSON.stringify({ data: { ...usualOrder, id } })
    answer.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) }).end(json)
  } else {
    answer.writeHead(200, { 'Content-Type': 'text/html' }).end(pages[url] ?? '')
  }
})
// Longer than any pause between requests: a proxy would reuse a closed connection.
server.keepAliveTimeout = 10 * 60 * 1000
server.listen(0, '127.0.0.1', () => console.info((server.address() as AddressInfo).port))
