import type { Practice } from './practice.ts'
import { isLost } from './wifi.ts'

/** The socket of a request, as Node servers provide it. */
interface Wire {
  readonly incoming: { readonly socket: { destroy(): void } }
}

/** Serves a practice store with Node: when a drill has cut the network, the connection closes without an answer. */
export const overWire =
  ({ fetch }: Pick<Practice, 'fetch'>) =>
  async (request: Request, wire: unknown): Promise<Response> => {
    const answer = await fetch(request, wire)
    if (!isLost(answer)) return answer
    // Both servers that use this pass their bindings on.
    ;(wire as Wire).incoming.socket.destroy()
    return new Response(null)
  }
