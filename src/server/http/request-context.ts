/**
 * What a request says of its sender. A `Request` made in a browser has no Host, Origin or Cookie, so it comes through
 * this door: Node reads it from the wire, the demo and the tests say it outright.
 */
export interface Sender {
  /** As in the Host header: name and port. */
  readonly host: string
  /** False when a page of another site made the browser send it, or when nothing proves the opposite. */
  readonly isSameOrigin: boolean
  /** The `Cookie` header. */
  readonly cookie?: string | undefined
  /** Its address: that of the connection, or what a proxy that is trusted says of it. */
  readonly peer?: string | undefined
  /** True for a browser on the server's own machine, with nobody in between. */
  readonly isOnThisMachine?: boolean
  /** True for this machine and the addresses of `TRUST_PROXY`, where nobody else is in between: they may see figures. */
  readonly isInside?: boolean
  /** Takes the values of `Set-Cookie` headers where no browser does. */
  readonly keepCookie?: (line: string) => void
}

/** `wire` is what the server gives along with a request; only the door of that server knows what it is. */
export type ReadRequestContext = (request: Request, wire: unknown) => Sender

/** The door of a house with one room: everything comes from our own page. */
export const openRequestContext: ReadRequestContext = (request) => ({
  host: new URL(request.url).host,
  isSameOrigin: true,
})
