import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// node e2e/bench/bare-server.ts [ORDER] [SCRIPT]: the least that a live board can be, as the floor of the measurements.
// `POST /` with an id as its body tells it to all who listen at `/events`; `/` shows each as a card, `/asking` shows what
// it asks for when it hears of an id, and `/board` has 300 cards already, of which it then marks one as seen. `/stack` is
// a page of the script whose file was given. Where a vendor service has an order, the server answers the one that it was
// given as JSON.

const [, , orderText = '{}', scriptFile] = process.argv
const order = JSON.parse(orderText) as object
const stackScript = scriptFile === undefined ? '' : readFileSync(scriptFile)
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

/** Under the same law as the desk's page: what is told is an id, and what it is of is asked for. */
const askingScript = `
const cards = document.querySelector('main')
new EventSource('/events').onmessage = async ({ data }) => {
  const { data: order } = await (await fetch('/api/developer/v1/orders/' + data)).json()
  const card = document.createElement('article')
  card.ariaLabel = card.id = order.id
  card.append(order.id, ' ', order.customer?.name ?? '')
  cards.append(card)
}`

const card = (_: unknown, id: number) =>
  `<article id="${id}" aria-label="${id}"><a href="/orders/${id}"><b>A-${id}</b> <i>4:59</i><p>Layla Hassan</p><p>3 items</p></a><button>Accept order</button></article>`

const page = (body: string, act = script) =>
  `<!doctype html><meta charset="utf-8"><style>main{height:90vh;overflow:auto}article{border:1px solid;margin:8px;padding:12px}</style><main>${body}</main><script>${act}</script>`
const pages: Readonly<Record<string, string>> = {
  '/': page(''),
  '/asking': page('', askingScript),
  '/stack': page('', '').replace('<script>', '<script type="module" src="/stack.js">'),
  '/board': page(Array.from({ length: cards }, card).join('')),
}

const server = createServer((question, answer) => {
  const { method, url = '' } = question
  if (method === 'POST') {
    let id = ''
    question.on('data', (bytes: Buffer) => (id += bytes.toString()))
    question.on('end', () => {
      for (const listener of listeners) listener.write(`data: ${id}\n\n`)
      answer.writeHead(202, { 'Content-Type': 'application/json' }).end('{"data":{"result":"stored"}}')
    })
  } else if (url === '/events') {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' })
    answer.write(': hello\n\n')
    listeners.add(answer)
    answer.on('close', () => listeners.delete(answer))
  } else if (url === '/stack.js') {
    answer.writeHead(200, { 'Content-Type': 'text/javascript' }).end(stackScript)
  } else if (orderAddress.test(url)) {
    const [, id] = orderAddress.exec(url) ?? []
    const text = JSON.stringify({ data: { ...order, id } })
    answer.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text)
  } else {
    answer.writeHead(200, { 'Content-Type': 'text/html' }).end(pages[url] ?? '')
  }
})
// Longer than any turn of another: a proxy would meet the end of a connection that it has kept.
server.keepAliveTimeout = 10 * 60 * 1000
server.listen(0, '127.0.0.1', () => console.info((server.address() as AddressInfo).port))
