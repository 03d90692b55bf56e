import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endWithUs } from '../end-with-us.ts'

/** A server to compare with, in its own process like the desk. */
export interface Peer {
  readonly url: string
  readonly pid: number | undefined
  /** Sends all listeners of `/events` an order, in an event of at least this many bytes. */
  publish(id: string, bytes?: number): Promise<unknown>
  stop(): Promise<void>
}

export interface BareDeps {
  /** Its answer for an order, as JSON. */
  readonly order?: string
  /** The folder of its page. */
  readonly folder?: string
  /** The service it reads an order from before it publishes it. */
  readonly vendor?: { readonly url: string; readonly token: string }
  /** The server that it forwards every request to. */
  readonly upstream?: string
}

/** Starts the bare server. */
export async function startBare(parts: BareDeps = {}): Promise<Peer> {
  const script = fileURLToPath(new URL('bare-server.ts', import.meta.url))
  const child = endWithUs(
    spawn(process.execPath, [script, JSON.stringify(parts)], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const url = `http://127.0.0.1:${port.toString().trim()}`
  return {
    url,
    pid: child.pid,
    publish: async (id, bytes = 0) => (await fetch(url, { method: 'POST', body: `${id} ${bytes}` })).text(),
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
