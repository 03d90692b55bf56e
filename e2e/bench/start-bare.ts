import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endWithUs } from '../end-with-us.ts'

/** A server to compare with, in its own process like the desk. */
export interface Peer {
  readonly url: string
  readonly pid: number | undefined
  /** Publishes an id to all listeners of `/events`. */
  publish(id: string): Promise<unknown>
  stop(): Promise<void>
}

export interface BareDeps {
  /** Its answer for an order, as JSON. */
  readonly order?: string
  /** The script file of its page. */
  readonly script?: string
  /** The service it reads an order from before it publishes the id; it then answers with that order. */
  readonly vendor?: { readonly url: string; readonly token: string }
}

/** Starts the bare server. */
export const startBare = (parts: BareDeps = {}): Promise<Peer> =>
  start(new URL('bare-server.ts', import.meta.url), JSON.stringify(parts))

/** Starts a minimal Node proxy. */
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
    publish: async (id) => (await fetch(url, { method: 'POST', body: id })).text(),
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
