import type { IncomingMessage } from 'node:http'
import { vendorPrefix } from '#contract/vendor/prefix.ts'
import { answerText } from '#proxy/desk-failure.ts'
import { cookieLimit } from '#proxy/gate/guard.ts'
import { plainAnswer, withText, type PlainAnswer, type PlainDoor, type PlainDoorParts } from './plain-door.ts'
import { plainHostOf } from './wire-door.ts'

/** An order that is asked for, under which of our names, and with what stands over every answer there. */
interface Asked {
  readonly orderId: string
  readonly host: string
  readonly head: Promise<PlainAnswer>
  readonly cookie: string | undefined
}

/** The door of orders that are read, each as the vendor shows it. */
export function createReadDoor({ publicOrigin, hosts, indoors }: PlainDoorParts): PlainDoor {
  const heads = new Map(hosts.map((host) => [host, plainAnswer(answerText(200, ''), publicOrigin, host)]))
  const refused = (error: Error, host: string) => plainAnswer(indoors.refuse(error), publicOrigin, host)

  /** @returns nothing where the cookie is of no tablet of ours. */
  async function read({ orderId, host, head, cookie }: Asked): Promise<PlainAnswer | undefined> {
    const { device, freshCookies } = await indoors.recognize(cookie)
    if (!device) return undefined
    const answer = await indoors.readOrder(orderId).then(
      async (text) => withText(await head, text),
      (error: Error) => refused(error, host),
    )
    if (freshCookies.length === 0) return answer
    return { ...answer, head: { ...answer.head, 'set-cookie': [...freshCookies] } }
  }

  return (incoming, outgoing, wayOfAll) => {
    const [, orderId] = plainAddress.exec(incoming.url ?? '') ?? []
    const host = plainHostOf(incoming)
    const head = heads.get(host)
    if (orderId === undefined || !head || !isPlain(incoming)) return false
    void read({ orderId, host, head, cookie: incoming.headers.cookie })
      .catch((error: Error) => refused(error, host))
      .then((answer) => {
        if (!answer) return wayOfAll()
        return void outgoing.writeHead(answer.status, answer.head).end(answer.text)
      })
    return true
  }
}

const plainAddress = new RegExp(`^${vendorPrefix}/orders/([\\w-]+)$`)
/** Who reads sends nothing along. */
const unusual = ['content-length', 'transfer-encoding', 'expect', 'upgrade']

const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  (headers.cookie?.length ?? 0) <= cookieLimit &&
  !unusual.some((name) => headers[name] !== undefined)
