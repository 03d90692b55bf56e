// Starts the desk. This file is JavaScript because a start that reads no TypeScript needs 12 MiB less memory.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// The configuration checks the version of Node, but it is TypeScript, which an older Node cannot read.
if (!process.features.typescript) {
  process.stderr.write(`Node.js: must read TypeScript, and ${process.versions.node} does not; npm start finds one.\n`)
  process.exit(1)
}

// Caches compiled code for the next start. On a read-only disk nothing is cached, and each start is as slow as the
// first. The environment passes the folder on to the catalog's thread.
const folder = process.env['CACHE_DIRECTORY'] ?? fileURLToPath(new URL('../node_modules/.cache/desk', import.meta.url))
process.env['NODE_COMPILE_CACHE'] ??= folder
module.enableCompileCache(process.env['NODE_COMPILE_CACHE'])

// Half of these threads, which is four by default, can look names up at a time: see `node/outbound/addresses.ts`.
process.env['UV_THREADPOOL_SIZE'] ??= '16'

await import('./server.ts')
