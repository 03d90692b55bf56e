import type { Practice } from './practice.ts'
import { isLost } from './wifi.ts'

/** The socket that a request came over, as Node's servers hand it on. */
interface Wire {
  readonly incoming: { readonly socket: { destroy(): void } }
}

/** A practice store behind a server of Node: where a drill has cut the line, the connection ends without a word. */
export const overWire =
  ({ fetch }: Pick<Practice, 'fetch'>) =>
  async (request: Request, wire: unknown): Promise<Response> => {
    const answer = await fetch(request, wire)
    if (!isLost(answer)) return answer
    // Both servers that this is used by hand their bindings on.
    ;(wire as Wire).incoming.socket.destroy()
    return new Response(null)
  }
