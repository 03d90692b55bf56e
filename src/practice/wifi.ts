/** The line between the tablets and a practice store, which a drill may cut: as a Wi-Fi that is gone. */
export interface Wifi {
  cut(): void
  mend(): void
  /** Hands on what the desk answers, and lets it break off where the line does. */
  carry(request: Request, answer: () => Promise<Response>): Promise<Response>
}

/** What a caller sees of a lost connection: `Response.error()`, for which a server ends the connection without a word. */
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
      // The page itself is there already; only what it asks for goes over the line.
      if (!new URL(request.url).pathname.startsWith('/api/')) return answer()
      if (signal.aborted) return Response.error()
      const response = await answer()
      if (signal.aborted) return Response.error()
      // A stream is the one thing that is still on its way when the line goes.
      if (!response.headers.get('Content-Type')?.startsWith('text/event-stream') || !response.body) return response
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      // Why it ended is of no interest to anybody: both sides know that it has.
      void response.body.pipeTo(writable, { signal }).catch(() => undefined)
      return new Response(readable, response)
    },
  }
}
