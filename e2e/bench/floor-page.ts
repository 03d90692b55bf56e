import tailwindcss from '@tailwindcss/vite'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))
const floorPage = 'virtual:floor'
const floorBoard = 'virtual:floor-board'
const tunedBoard = 'virtual:tuned-board'

/** An empty page of the same stack, the minimum for any screen. */
const floorSource = `
import { createRoot } from 'react-dom/client'
import { createElement } from 'react'
import { BrowserRouter, Link, Route, Routes, useParams } from 'react-router'
import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
const Name = z.object({ name: z.string(), count: z.number(), tags: z.array(z.nullable(z.string())), is: z.optional(z.boolean()) })
function Screen() {
  const { id } = useParams()
  const { data } = useQuery({ queryKey: [id], queryFn: async () => Name.parse(await (await fetch('/x')).json()) })
  const { mutate } = useMutation({ mutationFn: async () => undefined })
  return createElement(Link, { to: '/', onClick: () => mutate() }, data?.name)
}
createRoot(document.body).render(
  createElement(QueryClientProvider, { client: new QueryClient() },
    createElement(BrowserRouter, null, createElement(Routes, null, createElement(Route, { path: '/:id', element: createElement(Screen) })))),
)`

/** A board of the same stack that works alike: it gets an id, then requests and validates the order. */
const boardSource = `
import { createRoot } from 'react-dom/client'
import { createElement, memo } from 'react'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
const Line = z.object({ id: z.string(), product: z.object({ name: z.string() }) })
const Answer = z.object({ data: z.object({ id: z.string(), print_order_number: z.optional(z.string()), customer: z.object({ name: z.string() }), items: z.array(Line) }) })
const queries = new QueryClient()
new EventSource('/events').onmessage = async ({ data: id }) => {
  const { data: order } = Answer.parse(await (await fetch('/api/developer/v1/orders/' + id)).json())
  queries.setQueryData(['board'], (orders) => [...orders, order])
}
const Card = memo(({ order: { id, print_order_number: number = id, customer, items } }) =>
  createElement('article', { 'aria-label': number },
    createElement('a', { href: '/orders/' + id }, createElement('b', null, number), createElement('p', null, customer.name), createElement('p', null, items.length, ' items')),
    createElement('button', null, 'Accept order')))
function Board() {
  const { data } = useQuery({ queryKey: ['board'], initialData: [], staleTime: Infinity, queryFn: () => [] })
  return createElement('main', null, data.map((order) => createElement(Card, { key: order.id, order })))
}
createRoot(document.body).render(createElement(QueryClientProvider, { client: queries }, createElement(Board)))
`

/** A board of the same stack with the desk's own rows, each validated, and the texts of our cards. */
const tunedSource = `
import ${JSON.stringify(fileURLToPath(new URL('floor.css', import.meta.url)))}
import { createRoot } from 'react-dom/client'
import { createElement } from 'react'
import { BrowserRouter, Link, Route, Routes } from 'react-router'
import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
const Order = z.object({ id: z.string(), print_order_number: z.string(), total: z.number(), currency: z.string(), customer: z.object({ name: z.string() }), items: z.array(z.object({ id: z.string() })) })
const Board = z.object({ data: z.array(z.object({ order_id: z.string(), lane: z.string(), respond_by: z.nullable(z.string()), order: Order })) })
function Card({ row: { order_id, respond_by, order } }) {
  const { mutate } = useMutation({ mutationFn: async () => undefined })
  const left = Math.max(0, Date.parse(respond_by) - Date.now()) / 1000
  return createElement('article', { 'aria-label': order.print_order_number, className: 'rounded-xl border border-gray-300 p-3' },
    createElement(Link, { to: '/orders/' + order_id },
      createElement('b', null, order.print_order_number), createElement('i', null, Math.floor(left / 60), ':', Math.floor(left % 60)),
      createElement('p', null, order.customer.name),
      createElement('p', null, order.items.length, ' items ', new Intl.NumberFormat('en', { style: 'currency', currency: order.currency }).format(order.total))),
    createElement('button', { onClick: () => mutate() }, 'Accept order'))
}
function Screen() {
  const { data } = useQuery({ queryKey: ['board'], queryFn: async () => Board.parse(await (await fetch('/rows')).json()) })
  return createElement('main', { className: 'grid max-w-80 gap-3 p-4' }, data?.data.map((row) => createElement(Card, { key: row.order_id, row })))
}
createRoot(document.getElementById('root')).render(
  createElement(QueryClientProvider, { client: new QueryClient() },
    createElement(BrowserRouter, null, createElement(Routes, null, createElement(Route, { path: '/', element: createElement(Screen) })))))
`

const sources: Readonly<Record<string, string>> = {
  [floorPage]: floorSource,
  [floorBoard]: boardSource,
  [tunedBoard]: tunedSource,
}

export interface Chunk {
  readonly type: 'chunk' | 'asset'
  readonly fileName: string
  readonly code?: string
  readonly isEntry?: boolean
  /** Of an asset. */
  readonly source?: string | Uint8Array
}

/** The chunks of the product's build, or of the page `input`. */
async function chunksOf(input?: string): Promise<readonly Chunk[]> {
  const result = await build({
    root,
    logLevel: 'silent',
    configFile: input === undefined ? fileURLToPath(new URL('../../vite.config.ts', import.meta.url)) : false,
    plugins: [
      ...(input === undefined ? [] : [tailwindcss()]),
      {
        name: 'floor',
        resolveId: (id) => (Object.hasOwn(sources, id) ? id : undefined),
        load: (id) => sources[id],
      },
    ],
    build: { write: false, ...(input !== undefined && { rolldownOptions: { input } }) },
  })
  const [first] = Array.isArray(result) ? result : [result]
  return (first as { readonly output: readonly Chunk[] }).output
}

/** The files of the empty page. */
export const buildFloorPage = () => chunksOf(floorPage)

/** The files of the product. */
export const buildProduct = () => chunksOf()

const scriptIn = (chunks: readonly Chunk[], input: string): string => {
  const script = chunks.find(({ code }) => code !== undefined)
  if (script?.code === undefined) throw new Error(`The page ${input} came without a script.`)
  return script.code
}

const scriptOf = async (input: string): Promise<string> => scriptIn(await chunksOf(input), input)

/** The script of the board. */
export const buildFloorBoard = () => scriptOf(floorBoard)

interface File {
  readonly type: string
  readonly body: Buffer
  /** Cached for long, under a name that changes with its content. */
  readonly isKept?: boolean
}

const compressed = (type: string, text: string, isKept = false): File => ({
  type,
  body: brotliCompressSync(text),
  isKept,
})

/** Serves compressed files as the desk does; `fallback` at every other address. */
async function serve(files: Readonly<Record<string, File>>, fallback: File) {
  const server = createServer(({ url = '' }, answer) => {
    const { type, body, isKept = false } = files[url] ?? fallback
    const kept = isKept ? 'public, max-age=31536000, immutable' : 'no-cache'
    answer.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'br', 'Cache-Control': kept }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // Of a port, not of a pipe.
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const head = '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
const scriptPath = '/script.js'

/** Serves the empty page. `url` is its address. */
export async function startFloorPage() {
  const page = `${head}<title>Empty page</title><body><script type="module" src="${scriptPath}"></script>`
  const files = {
    [scriptPath]: compressed('text/javascript', await scriptOf(floorPage)),
    '/x': compressed('application/json', JSON.stringify({ name: 'An order', count: 1, tags: [] })),
  }
  const { url, stop } = await serve(files, compressed('text/html', page))
  return { url: `${url}/1`, stop }
}

/** Serves the tuned board with these rows: shell, styles and first request are inlined in the page. */
export async function startTunedBoard(rows: string) {
  const chunks = await chunksOf(tunedBoard)
  const styles = chunks.find(({ fileName }) => fileName.endsWith('.css'))?.source
  if (typeof styles !== 'string') throw new Error('The tuned board came without its styles.')
  const page = `${head}<title>Tuned board</title><style>${styles}</style><link rel="preload" href="/rows" as="fetch" crossorigin><body class="font-sans"><header>Orders</header><div id="root"></div><script type="module" src="${scriptPath}"></script>`
  const files = {
    [scriptPath]: compressed('text/javascript', scriptIn(chunks, tunedBoard), true),
    '/rows': compressed('application/json', rows),
  }
  return serve(files, compressed('text/html', page))
}
