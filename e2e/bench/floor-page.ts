import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))
const floorPage = 'virtual:floor'
const floorBoard = 'virtual:floor-board'

/** An empty page of the same stack: what any screen must weigh. */
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

/** A board of the same stack, under the same law: what is told is an id, and what it is of is asked for and checked. */
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

const sources: Readonly<Record<string, string>> = { [floorPage]: floorSource, [floorBoard]: boardSource }

export interface Chunk {
  readonly type: 'chunk' | 'asset'
  readonly fileName: string
  readonly code?: string
  readonly isEntry?: boolean
}

/** What the product's own build comes to, or that of the page `input`. */
async function chunksOf(input?: string): Promise<readonly Chunk[]> {
  const result = await build({
    root,
    logLevel: 'silent',
    configFile: input === undefined ? fileURLToPath(new URL('../../vite.config.ts', import.meta.url)) : false,
    plugins: [
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

async function scriptOf(input: string): Promise<string> {
  const [script] = await chunksOf(input)
  if (script?.code === undefined) throw new Error(`The page ${input} came without a script.`)
  return script.code
}

/** The script of the board. */
export const buildFloorBoard = () => scriptOf(floorBoard)

/** Serves the empty page, compressed, as the desk serves its own. `url` is its address. */
export async function startFloorPage() {
  const script = await scriptOf(floorPage)
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Empty page</title><body><script type="module" src="/script.js"></script>`
  const file = (type: string, text: string) => ({ type, body: brotliCompressSync(text) })
  const fallback = file('text/html', page)
  const answers: Readonly<Record<string, typeof fallback>> = {
    '/script.js': file('text/javascript', script),
    '/x': file('application/json', JSON.stringify({ name: 'An order', count: 1, tags: [] })),
  }
  const server = createServer(({ url = '' }, answer) => {
    const { type, body } = answers[url] ?? fallback
    answer.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'br' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // Of a port, not of a pipe.
  return {
    url: `http://127.0.0.1:${port}/1`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
