import { fileURLToPath } from 'node:url'
import { build } from 'vite'

// Builds the page in the mode that is named, as `npm run build` does, and says only what is wrong.

const [mode = 'production'] = process.argv.slice(2)
await build({ mode, root: fileURLToPath(new URL('../../', import.meta.url)), logLevel: 'warn' })
