import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { fileURLToPath } from 'node:url'

// Serves the built demo as any static host would: files, and nothing else. PORT, 4173 where it is not set.

const folder = fileURLToPath(new URL('../../../dist-demo/', import.meta.url))
const app = new Hono()
app.use(serveStatic({ root: folder, precompressed: true }))

serve(
  { hostname: '127.0.0.1', port: Number(process.env['PORT'] ?? 4173), fetch: (request) => app.fetch(request) },
  ({ port }) => {
    console.info(JSON.stringify({ event: 'listening', url: `http://localhost:${port}/`, port }))
  },
)
