import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The bare server of the measurements, as its own process like the desk. */
export interface BareServer {
  readonly url: string
  tell(id: string): Promise<unknown>
  stop(): void
}

export async function startBare(): Promise<BareServer> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare-server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const url = `http://127.0.0.1:${port.toString().trim()}`
  return {
    url,
    tell: async (id) => (await fetch(url, { method: 'POST', body: id })).text(),
    stop: () => void child.kill(),
  }
}
