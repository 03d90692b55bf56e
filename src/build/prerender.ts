import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { messageCatalogs } from './message-catalogs.ts'
import { onceWritten } from './once-written.ts'

const source = fileURLToPath(new URL('../app/prerender-board.tsx', import.meta.url))

/** Words of the first moment are there; nothing else that comes late is drawn by a server, nor looked for. */
const isLate = (specifier: string): boolean => !/^virtual:words\/\w+\/board$/.test(specifier)

const leaveLateOut: Plugin = {
  name: 'leave-late-out',
  resolveDynamicImport: (specifier) =>
    typeof specifier === 'string' && isLate(specifier) ? { id: specifier, external: true } : null,
}

/**
 * Builds what draws the board into the page at the desk (`proxy/node/doors/board-page.ts`), beside the page: one file,
 * with React in it, for a desk in production has none.
 */
export const prerender = (): Plugin =>
  onceWritten('prerender', (folder) =>
    build({
      configFile: false,
      logLevel: 'warn',
      define: { 'import.meta.env.DEMO': 'false', 'process.env.NODE_ENV': '"production"' },
      plugins: [leaveLateOut, react(), messageCatalogs()],
      ssr: { noExternal: true },
      build: {
        ssr: source,
        outDir: join(folder, 'prerender'),
        copyPublicDir: false,
        minify: true,
        rolldownOptions: { output: { entryFileNames: 'board.js', codeSplitting: false } },
      },
    }),
  )
