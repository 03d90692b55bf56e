import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endWithUs } from '../end-with-us.ts'

/** A server beside which ours is measured, as a process of its own like the desk. */
export interface Peer {
  readonly url: string
  readonly pid: number | undefined
  /** Has it tell all who listen at `/events`. */
  tell(id: string): Promise<unknown>
  stop(): Promise<void>
}

export interface BareDeps {
  /** What it answers where a vendor service has an order, as JSON. */
  readonly order?: string
  /** The file of the script of which it has a page. */
  readonly script?: string
  /** The service that it asks for an order before it tells of it, and then answers with what that said. */
  readonly vendor?: { readonly url: string; readonly token: string }
}

/** The bare server of the measurements. */
export const startBare = (parts: BareDeps = {}): Promise<Peer> =>
  start(new URL('bare-server.ts', import.meta.url), JSON.stringify(parts))

/** The least that hands requests on in Node. */
export const startBareProxy = (upstream: string): Promise<Peer> =>
  start(new URL('bare-proxy.ts', import.meta.url), upstream)

async function start(script: URL, ...words: readonly string[]): Promise<Peer> {
  const child = endWithUs(
    spawn(process.execPath, [fileURLToPath(script), ...words], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const url = `http://127.0.0.1:${port.toString().trim()}`
  return {
    url,
    pid: child.pid,
    tell: async (id) => (await fetch(url, { method: 'POST', body: id })).text(),
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
