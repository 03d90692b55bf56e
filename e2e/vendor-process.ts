import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { systemClock } from '#contract/system-clock.ts'
import { ConnectionLost } from '#simulator/faults.ts'
import type { WebhookTarget } from '#simulator/webhook.ts'
import { createSimulator, type Simulator } from '#simulator/simulator.ts'

export interface RunningVendor extends ServedFetch {
  readonly simulator: Simulator
}

/**
 * A vendor service over HTTP, on a port of its own, controlled by the test. `webhook` is the desk's address, which may
 * not exist yet; `see` gets each request and returns the one for the vendor.
 */
export async function startVendor(
  token: string,
  responseWindowSeconds: number,
  webhook: WebhookTarget,
  see: (request: Request) => Request = (request) => request,
): Promise<RunningVendor> {
  const simulator = createSimulator({ clock: systemClock, token, seed: 11, responseWindowSeconds, webhook })
  const server = await serveVendor((request) => simulator.fetch(see(request)))
  return { simulator, ...server }
}

/** Serves a vendor on a port of its own; a lost connection is closed without an answer. */
export function serveVendor(answer: (request: Request) => Promise<Response>): Promise<ServedFetch> {
  return serveFetch(async (request, wire) => {
    try {
      return await answer(request)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      ;(wire as HttpBindings).incoming.socket.destroy()
      return new Response(null)
    }
  })
}

interface ServedFetch {
  readonly url: string
  stop(): Promise<void>
}

export async function serveFetch(fetch: Parameters<typeof createAdaptorServer>[0]['fetch']): Promise<ServedFetch> {
  const server = createAdaptorServer({ fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
