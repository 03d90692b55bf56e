import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { systemClock } from '#contract/system-clock.ts'
import { ConnectionLost } from '#simulator/faults.ts'
import type { WebhookTarget } from '#simulator/webhook.ts'
import { createSimulator, type Simulator } from '#simulator/simulator.ts'

export interface RunningVendor {
  readonly simulator: Simulator
  readonly url: string
  stop(): Promise<void>
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
  const server = createAdaptorServer({
    fetch: async (request, wire) => {
      try {
        return await simulator.fetch(see(request))
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error
        ;(wire as HttpBindings).incoming.socket.destroy()
        return new Response(null)
      }
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    simulator,
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
