import { fileURLToPath } from 'node:url'
import { build } from 'vite'

// Builds the page in the named mode as `npm run build` does, and prints errors only.

const [mode = 'production'] = process.argv.slice(2)
await build({ mode, root: fileURLToPath(new URL('../../', import.meta.url)), logLevel: 'warn' })
