import { brotliCompressSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Row } from './row.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const floorPage = 'virtual:floor'

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

interface Chunk {
  readonly type: 'chunk' | 'asset'
  readonly fileName: string
  readonly code?: string
  readonly isEntry?: boolean
}

async function chunksOf(input: string | undefined): Promise<readonly Chunk[]> {
  const result = await build({
    root,
    logLevel: 'silent',
    configFile: input === undefined ? fileURLToPath(new URL('../../vite.config.ts', import.meta.url)) : false,
    plugins: [
      {
        name: 'floor',
        resolveId: (id) => (id === floorPage ? id : undefined),
        load: (id) => (id === floorPage ? floorSource : undefined),
      },
    ],
    build: { write: false, ...(input !== undefined && { rolldownOptions: { input } }) },
  })
  const [first] = Array.isArray(result) ? result : [result]
  return (first as { readonly output: readonly Chunk[] }).output
}

const sizeOf = (chunks: readonly Chunk[]): number =>
  chunks.reduce((sum, { code = '' }) => sum + brotliCompressSync(code).byteLength, 0)

/** The script that an order screen loads at first, in KiB brotli, beside an empty page of the same stack. */
export async function bytes(): Promise<readonly Row[]> {
  const floor = sizeOf(await chunksOf(floorPage))
  const page = await chunksOf(undefined)
  // The entry and the first words of one language: what is there before the order is drawn.
  const words = page.find(({ fileName, code }) => fileName.includes('first') && code?.includes('Accept order'))
  const own = sizeOf([...page.filter(({ isEntry }) => isEntry), ...(words ? [words] : [])])
  return [
    {
      name: 'order screen, first script',
      unit: 'KiB',
      value: own / 1024,
      peer: 'empty page, same stack',
      peerValue: floor / 1024,
    },
  ]
}
