import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { createHttpServer } from '#server/node/http/http-server.ts'
import type { PlainDoor } from '#server/node/http/plain-door.ts'

export interface AskedOverWire {
  readonly method?: string
  readonly path?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
}

interface Answered {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Fetch = (request: Request) => Promise<Response>

/** Two desks alike, each behind a server, of which the other one has a door besides, until the test is over. */
export async function serveTwins(one: Fetch, other: Fetch, door: PlainDoor) {
  let isTaken = false
  const plainDoor: PlainDoor = (incoming, outgoing, wayOfAll) =>
    (isTaken = door(incoming, outgoing, () => {
      isTaken = false
      wayOfAll()
    }))
  const hostname = '127.0.0.1'
  const server = createHttpServer({ hostname, fetch: other, plainDoor })
  const [askOne, askOther] = [await serve(createHttpServer({ hostname, fetch: one })), await serve(server)]
  return {
    /** That with the door. */
    server,
    /** Asks both the same. `isTaken`: the door took it, and answered. */
    async ask(asked: AskedOverWire) {
      isTaken = false
      return { one: await askOne(asked), other: await askOther(asked), isTaken }
    },
  }
}

async function serve(server: Server): Promise<(asked: AskedOverWire) => Promise<Answered>> {
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // of a TCP server that listens
  return async ({ method = 'GET', path = '/', headers = {}, body }) => {
    const given = { host: 'desk.test', connection: 'close', ...headers }
    const asking = request({ port, host: '127.0.0.1', method, path, headers: given, agent: false })
    asking.end(body)
    const [answer] = await once(asking, 'response')
    const { date: _date, ...said } = answer.headers
    return { status: answer.statusCode, headers: said, body: await text(answer) }
  }
}
