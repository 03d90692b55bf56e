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

/** Sends over a connection opened for this request only, so that it is certain whether it was sent. */
export const overOwnConnection: SendToVendor = async (request, signal) => {
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
