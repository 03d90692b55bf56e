import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { cannotListen } from '#server/node/config/config-values.ts'
import { readConfig } from '#server/node/config/config.ts'
import { refuseStart } from './build-if-stale.ts'
import { devEnvironment } from './dev-desk.ts'

// `npm run dev`: Vite's own server with the practice store in it (`dev-desk.ts`), on HOST and PORT as for the desk. It
// serves the source and lets everybody in, so PUBLIC_ORIGIN cannot move it off loopback.

async function start(): Promise<void> {
  const { host, port } = readConfig(devEnvironment())
  const vite = await createServer({
    root: fileURLToPath(new URL('../../', import.meta.url)),
    server: { host, port, strictPort: true },
  })
  await vite.listen().catch((error: NodeJS.ErrnoException) => {
    // Vite throws its own error for a taken port.
    throw cannotListen('HOST, PORT', Object.assign(error, { code: error.code ?? 'EADDRINUSE' }))
  })
  const { port: given } = vite.config.server
  console.info(JSON.stringify({ event: 'listening', url: `http://localhost:${given}`, port: given }))
}

await start().catch(refuseStart)
