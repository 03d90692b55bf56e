import tailwindcss from '@tailwindcss/vite'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { startBare, type BareDeps, type Peer } from './start-bare.ts'

const entry = 'virtual:floor-page'

/**
 * The least board of the same stack: it requests the open board once and paints each row that its feed then carries,
 * all validated, with the texts of our cards.
 */
const source = `
import ${JSON.stringify(fileURLToPath(new URL('floor-page.css', import.meta.url)))}
import { createRoot } from 'react-dom/client'
import { createElement, memo } from 'react'
import { BrowserRouter, Link, Route, Routes } from 'react-router'
import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
const Order = z.object({ id: z.string(), print_order_number: z.string(), total: z.number(), currency: z.string(), customer: z.object({ name: z.string() }), items: z.array(z.object({ id: z.string() })) })
const Row = z.object({ order_id: z.string(), lane: z.string(), respond_by: z.nullable(z.string()), order: Order })
const Board = z.object({ data: z.array(Row) })
const queries = new QueryClient()
new EventSource('/events').onmessage = ({ data }) => {
  const row = Row.parse(JSON.parse(data))
  queries.setQueryData(['board'], (board) => ({ data: [...(board?.data ?? []), row] }))
}
const Card = memo(({ row: { order_id, respond_by, order } }) => {
  const { mutate } = useMutation({ mutationFn: async () => undefined })
  const left = Math.max(0, Date.parse(respond_by) - Date.now()) / 1000
  return createElement('article', { 'aria-label': order.print_order_number, className: 'rounded-xl border border-gray-300 p-3' },
    createElement(Link, { to: '/orders/' + order_id },
      createElement('b', null, order.print_order_number), createElement('i', null, Math.floor(left / 60), ':', Math.floor(left % 60)),
      createElement('p', null, order.customer.name),
      createElement('p', null, order.items.length, ' items ', new Intl.NumberFormat('en', { style: 'currency', currency: order.currency }).format(order.total))),
    createElement('button', { onClick: () => mutate() }, 'Accept order'))
})
function Screen() {
  const { data } = useQuery({ queryKey: ['board'], staleTime: Infinity, queryFn: async () => Board.parse(await (await fetch('/rows')).json()) })
  return createElement('main', { className: 'grid max-w-80 gap-3 p-4' }, data?.data.map((row) => createElement(Card, { key: row.order_id, row })))
}
createRoot(document.getElementById('root')).render(
  createElement(QueryClientProvider, { client: queries },
    createElement(BrowserRouter, null, createElement(Routes, null, createElement(Route, { path: '/', element: createElement(Screen) })))))
`

interface Chunk {
  readonly fileName: string
  readonly code?: string
  /** Of a stylesheet. */
  readonly source?: string | Uint8Array
}

async function buildPage() {
  const result = await build({
    root: fileURLToPath(new URL('../../', import.meta.url)),
    logLevel: 'silent',
    configFile: false,
    plugins: [
      tailwindcss(),
      {
        name: 'floor-page',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  })
  const [first] = Array.isArray(result) ? result : [result]
  const { output } = first as { readonly output: readonly Chunk[] }
  const script = output.find(({ code }) => code !== undefined)?.code
  const styles = output.find(({ fileName }) => fileName.endsWith('.css'))?.source
  if (script === undefined || typeof styles !== 'string')
    throw new Error('The floor page came without script or styles.')
  return { script, styles }
}

/** Serves the floor page with these rows: its shell, styles and first request are inlined. */
export async function startFloorPage(rows: string, vendor?: BareDeps['vendor']): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), 'floor-page-'))
  const { script, styles } = await buildPage()
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Floor</title><style>${styles}</style><link rel="preload" href="/rows" as="fetch" crossorigin><body class="font-sans"><header>Orders</header><div id="root"></div><script type="module" src="/script.js"></script>`
  for (const [file, content] of Object.entries({ page, script, rows }))
    writeFileSync(join(folder, file), brotliCompressSync(content))
  const peer = await startBare({ folder, ...(vendor && { vendor }) })
  rmSync(folder, { recursive: true })
  return peer
}
