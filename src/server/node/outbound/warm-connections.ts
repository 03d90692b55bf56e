import Agent from 'undici/lib/dispatcher/agent.js'
import { AnswerBody } from '#server/node/http/answer-body.ts'
import { answerOf, headOf, NeverSent, NoAnswer, type SendToVendor } from '#server/vendor/vendor-transport.ts'

/** The vendor may have closed the connection before the request arrived. Only a read may be repeated. */
export class GivenUp extends Error {}

/** Connections used now and then stay open, because a new https connection costs three round trips. */
const keptForMs = 60_000

/**
 * Connections that stay open between requests. Uses undici's lowest-level call: its others and Node's own client create
 * a stream per answer.
 * @throws also {GivenUp}
 */
export function createWarmConnections(): SendToVendor {
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
