import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSecureHost, setSafeHeaders } from '#server/http/safe-headers.ts'
import type { DeskServer } from '#server/create-desk-server.ts'

/**
 * A door of their own for the plainest of the requests that come most, which cost a third to a half more by the way of
 * all: what makes such a request is built and thrown away for each. It only lets in; whatever is not plain goes the way
 * of all, where it is refused, and the answers come from there too. `wayOfAll` is for what is seen later not to be plain.
 * @returns whether it took the request; where not, nothing of it was touched.
 */
export type PlainDoor = (incoming: IncomingMessage, outgoing: ServerResponse, wayOfAll: () => void) => boolean

export interface PlainDoorParts {
  readonly publicOrigin: string
  /** Names that this server answers to, each with its port. */
  readonly hosts: readonly string[]
  readonly indoors: DeskServer['indoors']
}

/** An answer as Node's own server takes it. */
export interface PlainAnswer {
  readonly status: number
  readonly head: Readonly<Record<string, string | string[]>>
  readonly text: string
}

/** The same answer, with all that the way of all adds to it. */
export async function plainAnswer(response: Response, publicOrigin: string, host: string): Promise<PlainAnswer> {
  setSafeHeaders(response.headers, isSecureHost(publicOrigin, host))
  return withText({ status: response.status, head: Object.fromEntries(response.headers) }, await response.text())
}

/** The same with this for its text, which goes over the wire as UTF-8. */
export const withText = ({ status, head }: Omit<PlainAnswer, 'text'>, text: string): PlainAnswer => ({
  status,
  head: { ...head, 'content-length': String(Buffer.byteLength(text)) },
  text,
})
