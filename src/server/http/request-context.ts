/**
 * The sender of a request. A `Request` made in a browser has no Host, Origin or Cookie, so they come separately: Node
 * reads them from the connection, the demo and the tests state them.
 */
export interface Sender {
  /** As in the Host header: name and port. */
  readonly host: string
  /** False if another site's page made the browser send it, or if nothing proves the opposite. */
  readonly isSameOrigin: boolean
  /** The `Cookie` header. */
  readonly cookie?: string | undefined
  /** Its address: of the connection, or as stated by a trusted proxy. */
  readonly peer?: string | undefined
  /** True for a browser on the server's own machine, without a proxy. */
  readonly isOnThisMachine?: boolean
  /**
   * True for this machine and the addresses of `TRUST_PROXY`, unless another host is in between: they may read metrics.
   */
  readonly isInside?: boolean
  /** Receives the values of `Set-Cookie` headers where there is no browser. */
  readonly keepCookie?: (line: string) => void
}

/** `wire` is what the server passes along with a request; only that server's request context knows its type. */
export type ReadRequestContext = (request: Request, wire: unknown) => Sender

/** The request context of the demo: every request comes from our own page. */
export const openRequestContext: ReadRequestContext = (request) => ({
  host: new URL(request.url).host,
  isSameOrigin: true,
})
