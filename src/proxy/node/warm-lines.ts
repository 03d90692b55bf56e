import Agent from 'undici/lib/dispatcher/agent.js'
import { BrokenOff, NeverSent, type SendToVendor } from '../vendor-way.ts'
import { AnswerBody } from './answer-body.ts'

/** The vendor may have let go of the line before the request came: who only reads may ask once more. */
export class GivenUp extends Error {}

/** A line that is used once in a while stays open: over https a new one costs three ways there and back. */
const keptForMs = 60_000

/**
 * Lines that stay open between requests. This is undici’s plainest call: its others make a stream of each answer, and so
 * does Node’s own client.
 * @throws {GivenUp} too
 */
export function createWarmLines(): SendToVendor {
  // How long anybody waits is for the signal to say.
  const lines = new Agent({ allowH2: false, keepAliveTimeout: keptForMs, headersTimeout: 0, bodyTimeout: 0 })
  return ({ method, url, headers, body = null }, signal) =>
    new Promise((resolve, reject) => {
      const answer = { status: 0, retryAfter: undefined as Field, encoding: undefined as Field, body: new AnswerBody() }
      let cut: ((reason: Error) => void) | undefined
      const stop = () => {
        const reason = signal.reason as Error // As the platform makes it.
        reject(cut ? reason : new NeverSent(reason))
        cut?.(reason)
      }
      signal.addEventListener('abort', stop)
      if (signal.aborted) return stop()
      const request = { origin: url.origin, path: url.pathname + url.search, method, headers, body }
      lines.dispatch(request, {
        onRequestStart(line) {
          if (signal.aborted) line.abort(signal.reason as Error)
          cut = (reason) => line.abort(reason)
        },
        onResponseStart(_line, status, fields) {
          answer.status = status
          answer.retryAfter = fields['retry-after']
          answer.encoding = fields['content-encoding']
        },
        onResponseData: (_line, part) => answer.body.add(part),
        onResponseEnd() {
          const { status, retryAfter, encoding } = answer
          answer.body.whole(one(encoding)).then(
            (body) => resolve({ status, retryAfter: one(retryAfter), body }),
            (error: unknown) => reject(new BrokenOff(error)),
          )
        },
        onResponseError(_line, error) {
          if (!cut) reject(new NeverSent(error))
          else if (answer.status >= 200) reject(new BrokenOff(error))
          else reject(mayBeGivenUp(error) ? new GivenUp(error.message) : error)
        },
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
