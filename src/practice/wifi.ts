/** The network between the tablets and a practice store. A drill can cut it, as a failing Wi-Fi does. */
export interface Wifi {
  cut(): void
  mend(): void
  /** Passes on the desk's answer, and breaks it off when the network is cut. */
  carry(request: Request, answer: () => Promise<Response>): Promise<Response>
}

/** A lost connection, as `Response.error()`: a server then closes the connection without an answer. */
export const isLost = (answer: Response): boolean => answer.type === 'error'

export function createWifi(): Wifi {
  let line = new AbortController()
  return {
    cut: () => line.abort(),
    mend: () => {
      line = new AbortController()
    },
    async carry(request, answer) {
      const { signal } = line
      // The page is loaded already; only its requests use the network.
      if (!new URL(request.url).pathname.startsWith('/api/')) return answer()
      if (signal.aborted) return Response.error()
      const response = await answer()
      if (signal.aborted) return Response.error()
      // Only a stream can still be open when the network is cut.
      if (!response.headers.get('Content-Type')?.startsWith('text/event-stream') || !response.body) return response
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      // The reason does not matter: both sides know that the stream has ended.
      void response.body.pipeTo(writable, { signal }).catch(() => undefined)
      return new Response(readable, response)
    },
  }
}
