import Agent from 'undici/lib/dispatcher/agent.js'
import { AnswerBody } from '#server/node/http/answer-body.ts'
import { answerOf, headOf, NeverSent, NoAnswer, type SendToVendor } from '#server/vendor/vendor-transport.ts'

/** The vendor may have let go of the line before the request came: who only reads may ask once more. */
export class GivenUp extends Error {}

/** A line that is used once in a while stays open: over https a new one costs three ways there and back. */
const keptForMs = 60_000

/**
 * Lines that stay open between requests. This is undici’s plainest call: its others make a stream of each answer, and so
 * does Node’s own client.
 * @throws {GivenUp} too
 */
export function createWarmConnections(): SendToVendor {
  // How long anybody waits is for the signal to say.
  const lines = new Agent({ allowH2: false, keepAliveTimeout: keptForMs, headersTimeout: 0, bodyTimeout: 0 })
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
      /** Whatever came of its body. */
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
      lines.dispatch(request, {
        onRequestStart(line) {
          if (signal.aborted) line.abort(signal.reason as Error)
          cut = (reason) => line.abort(reason)
        },
        onResponseStart(_line, status, fields) {
          // One that only announces the answer is followed by it, or counts as broken off.
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
/** Of a field that came more than once the first. */
const one = (field: Field): string | undefined => (Array.isArray(field) ? field[0] : field)

/** It ended where it had answered before; where the system says that it was reset, it does not say whether it had. */
function mayBeGivenUp(error: NodeJS.ErrnoException & { readonly socket?: { readonly bytesRead?: number } }): boolean {
  if (error.code === 'UND_ERR_SOCKET') return (error.socket?.bytesRead ?? 0) > 0
  return error.code === 'ECONNRESET' || error.code === 'EPIPE'
}
