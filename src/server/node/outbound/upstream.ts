import { TooLarge } from '#server/http/input-limits.ts'
import type { SendToSelf } from '#server/notifications/webhook-check.ts'
import {
  answerLimitBytes,
  answerOf,
  handshakeLimitMs,
  headOf,
  NeverSent,
  NoAnswer,
  type SendToVendor,
  type VendorRequest,
} from '#server/vendor/vendor-transport.ts'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import Agent from 'undici/lib/dispatcher/agent.js'

type Decompress = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Uint8Array>

const ways: ReadonlyMap<string, Decompress> = new Map<string, Decompress>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
])

/** A chunk costs more than its few bytes; this many are merged into one. */
const partsAtMost = 1000

/** Collects an answer's body, up to the allowed size. */
class AnswerBody {
  readonly #joined: Buffer[] = []
  #parts: Buffer[] = []
  #bytes = 0

  /** @throws {TooLarge} */
  add(part: Buffer): void {
    this.#bytes += part.byteLength
    if (this.#bytes > answerLimitBytes) throw new TooLarge(answerLimitBytes)
    this.#parts.push(part)
    if (this.#parts.length < partsAtMost) return
    this.#joined.push(Buffer.concat(this.#parts))
    this.#parts = []
  }

  /**
   * The whole body, decompressed. Empty if it was compressed twice or by an unknown method.
   * @throws if the compression is invalid, or expands beyond the limit.
   */
  async whole(encoding = ''): Promise<Uint8Array> {
    const parts = [...this.#joined, ...this.#parts]
    const [only, ...more] = parts
    const body = only && more.length === 0 ? only : Buffer.concat(parts)
    const name = encoding.trim().toLowerCase()
    if (name === '' || name === 'identity' || body.byteLength === 0) return body
    return (await ways.get(name)?.(body, { maxOutputLength: answerLimitBytes })) ?? new Uint8Array()
  }
}

/** Sends over a connection opened for this request only, so that it is certain whether it was sent. */
const overOwnConnection: SendToVendor = async (request, signal) => {
  const incoming = await ask(request, signal)
  // The connection takes a while to close, but its caller learns at once that no more comes.
  signal.addEventListener('abort', () => incoming.destroy(signal.reason as Error)) // As the platform makes it.
  const head = headOf(incoming.statusCode ?? 0, (name) => [incoming.headers[name]].flat()[0])
  return answerOf(head, wholeBody(incoming))
}

/** @throws {NeverSent} {NoAnswer} */
function ask({ method, url, headers, body }: VendorRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const isHttps = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const outgoing = (isHttps ? httpsRequest : httpRequest)(url, { method, headers, agent: false })
    const stop = () => outgoing.destroy(signal.reason as Error) // As the platform makes it.
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    let mayHaveLeft = false
    // Over https nothing is sent before the vendor's certificate is verified.
    outgoing.once('socket', (socket) => {
      socket.once(isHttps ? 'secureConnect' : 'connect', () => (mayHaveLeft = true))
    })
    outgoing.once('response', resolve)
    // A connection that ends without an answer or an error, as after a 101.
    outgoing.once('close', () => reject(new NoAnswer('The connection was closed.')))
    outgoing.once('error', (error) => reject(mayHaveLeft ? new NoAnswer(error) : new NeverSent(error)))
    outgoing.end(body)
  })
}

async function wholeBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const body = new AnswerBody()
  // If it throws, the loop also destroys the connection.
  for await (const part of incoming) body.add(part as Buffer) // No text was asked for.
  return body.whole(incoming.headers['content-encoding'])
}

/** The vendor may have closed the connection before the request arrived. Only a read may be repeated. */
class GivenUp extends Error {}

/** Connections used now and then stay open, because a new https connection costs three round trips. */
const keptForMs = 60_000

/**
 * Connections that stay open between requests. Uses undici's lowest-level call: its others and Node's own client create
 * a stream per answer.
 * @throws also {GivenUp}
 */
function createWarmConnections(): SendToVendor {
  // The signal alone limits the wait.
  const agent = new Agent({ allowH2: false, keepAliveTimeout: keptForMs, headersTimeout: 0, bodyTimeout: 0 })
  return ({ method, url, headers, body: sent = null }, signal) =>
    new Promise((resolve, reject) => {
      let head: Parameters<typeof answerOf>[0] | undefined
      let encoding: string | undefined
      const body = new AnswerBody()
      let cut: ((reason: Error) => void) | undefined
      const stop = () => {
        const reason = signal.reason as Error // As the platform makes it.
        fail(reason)
        cut?.(reason)
      }
      /** Settles with the body's outcome. */
      const end = (whole: Promise<Uint8Array>) => void (head && answerOf(head, whole).then(resolve, reject))
      const fail = (error: Error) => {
        if (!cut) reject(new NeverSent(error))
        else if (head) end(Promise.reject(error))
        else reject(mayBeGivenUp(error) ? new GivenUp(error.message) : new NoAnswer(error))
      }
      signal.addEventListener('abort', stop)
      if (signal.aborted) return stop()
      const path = url.pathname + url.search
      const request = { origin: url.origin, path, method, headers, body: sent }
      agent.dispatch(request, {
        onRequestStart(controller) {
          if (signal.aborted) controller.abort(signal.reason as Error)
          cut = (reason) => controller.abort(reason)
        },
        onResponseStart(_line, status, fields) {
          // An informational status is followed by the real one, or counts as broken off.
          head = headOf(status, (name) => one(fields[name]))
          encoding = one(fields['content-encoding'])
        },
        onResponseData: (_line, part) => body.add(part),
        onResponseEnd: () => end(body.whole(encoding)),
        onResponseError: (_line, error) => fail(error),
      })
    })
}

type Field = string | string[] | undefined
/** The first value of a repeated field. */
const one = (field: Field): string | undefined => (Array.isArray(field) ? field[0] : field)

/** The connection ended after earlier answers. On a reset the system does not say whether there were any. */
function mayBeGivenUp(error: NodeJS.ErrnoException & { readonly socket?: { readonly bytesRead?: number } }): boolean {
  if (error.code === 'UND_ERR_SOCKET') return (error.socket?.bytesRead ?? 0) > 0
  return error.code === 'ECONNRESET' || error.code === 'EPIPE'
}

/**
 * Sends requests to the vendor over the network. Reads use a kept-alive connection; an action never does, because one
 * that the vendor has just closed would lose its answer. The platform's `fetch` adds headers, follows redirects of a
 * POST and costs five times as much at the 99th percentile; this sends exactly what it is given.
 */
export function createUpstream(): SendToVendor {
  const overWarmLine = createWarmConnections()
  return async (request, signal) => {
    if (request.method !== 'GET') return overOwnConnection(request, signal)
    return overWarmLine(request, signal).catch((error: unknown) => {
      if (error instanceof GivenUp) return overOwnConnection(request, signal)
      throw error
    })
  }
}

/**
 * For every later connection: to the vendor, the database and others. Node tries a name's next address after 250 ms: if
 * this machine lacks that IP version, a slow connection would never be established.
 */
export const allowSlowHandshakes = (): void => setDefaultAutoSelectFamilyAttemptTimeout(handshakeLimitMs)

/**
 * Sends over the network, as any client would. A redirect counts as the answer, because the vendor may not follow it
 * either.
 */
export const sendOverNetwork: SendToSelf = (request) => fetch(request, { redirect: 'manual' })
