import { fileURLToPath } from 'node:url'
import { build } from 'vite'

// Builds the page, as `npm run build` does, and says only what is wrong.

await build({ root: fileURLToPath(new URL('../../', import.meta.url)), logLevel: 'warn' })
