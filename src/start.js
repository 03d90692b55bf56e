// Starts the desk. Plain JavaScript, for nothing may be read as TypeScript before this: what reads it takes 12 MiB.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Whether it is new enough is for the settings to say; but they are TypeScript.
if (!process.features.typescript) {
  process.stderr.write(`Node.js: must read TypeScript, and ${process.versions.node} does not; npm start finds one.\n`)
  process.exit(1)
}

// What an earlier start compiled is kept, and neither read as TypeScript nor compiled again. Where it cannot be kept, as
// on a disk that is read-only, each start is as the first one. In the environment too, for the catalog's thread.
const folder = process.env['CACHE_DIRECTORY'] ?? fileURLToPath(new URL('../node_modules/.cache/desk', import.meta.url))
process.env['NODE_COMPILE_CACHE'] ??= folder
module.enableCompileCache(process.env['NODE_COMPILE_CACHE'])

await import('./server.ts')
