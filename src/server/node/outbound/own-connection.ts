import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { AnswerBody } from '#server/node/http/answer-body.ts'
import {
  answerOf,
  headOf,
  NeverSent,
  NoAnswer,
  type SendToVendor,
  type VendorRequest,
} from '#server/vendor/vendor-transport.ts'

/** Over a line that is opened for this one request and given up after it: whether it left is known for certain. */
export const overOwnConnection: SendToVendor = async (request, signal) => {
  const incoming = await ask(request, signal)
  // Its line takes a while to close; that no more of the answer comes is known at once.
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
    // Over https nothing of it leaves before the vendor has proved who it is.
    outgoing.once('socket', (socket) => {
      socket.once(isHttps ? 'secureConnect' : 'connect', () => (mayHaveLeft = true))
    })
    outgoing.once('response', resolve)
    // A connection that ends otherwise than by an answer or an error, as after a 101.
    outgoing.once('close', () => reject(new NoAnswer('The connection was closed.')))
    outgoing.once('error', (error) => reject(mayHaveLeft ? new NoAnswer(error) : new NeverSent(error)))
    outgoing.end(body)
  })
}

async function wholeBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const body = new AnswerBody()
  // What it throws destroys the line, too.
  for await (const part of incoming) body.add(part as Buffer) // No text was asked for.
  return body.whole(incoming.headers['content-encoding'])
}
