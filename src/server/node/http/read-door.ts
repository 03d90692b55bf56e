import type { IncomingMessage } from 'node:http'
import { toldVersionHeader } from '#contract/desk/feed.ts'
import { inbox } from '#contract/desk/inbox.ts'
import { vendorPrefix } from '#contract/vendor/prefix.ts'
import { answerText } from '#server/http-error.ts'
import { cookieLimit } from '#server/http/guard.ts'
import { plainAnswer, withText, type PlainAnswer, type PlainDoor, type PlainDoorParts } from './plain-door.ts'
import { plainHostOf } from './node-request-context.ts'

/** What is asked for, under which of our names, and with what stands over every answer there. */
interface Asked {
  readonly read: () => Promise<string>
  readonly host: string
  readonly head: Promise<PlainAnswer>
  readonly cookie: string | undefined
}

/** The door of orders that are read: each as the vendor shows it, or its row, which every tablet asks for at each change. */
export function createReadDoor({ publicOrigin, hosts, indoors }: PlainDoorParts): PlainDoor {
  const heads = new Map(hosts.map((host) => [host, plainAnswer(answerText(200, ''), publicOrigin, host)]))
  const refused = (error: Error, host: string) => plainAnswer(indoors.refuse(error), publicOrigin, host)

  /** @returns nothing where something else is asked for. */
  function readingOf({ url = '', headers }: IncomingMessage): Asked['read'] | undefined {
    const [, orderId] = vendorsOrder.exec(url) ?? []
    if (orderId !== undefined) return () => indoors.readOrder(orderId)
    const [, rowId] = ownRow.exec(url) ?? []
    const told = headers[toldVersionHeader.toLowerCase()]?.toString()
    return rowId === undefined ? undefined : () => indoors.readRow(rowId, told)
  }

  /** @returns nothing where the cookie is of no tablet of ours. */
  async function answerTo({ read, host, head, cookie }: Asked): Promise<PlainAnswer | undefined> {
    const { device, freshCookies } = await indoors.recognize(cookie)
    if (!device) return undefined
    const answer = await read().then(
      async (text) => withText(await head, text),
      (error: Error) => refused(error, host),
    )
    if (freshCookies.length === 0) return answer
    return { ...answer, head: { ...answer.head, 'set-cookie': [...freshCookies] } }
  }

  return (incoming, outgoing, wayOfAll) => {
    const read = readingOf(incoming)
    const host = plainHostOf(incoming)
    const head = heads.get(host)
    if (!read || !head || !isPlain(incoming)) return false
    void answerTo({ read, host, head, cookie: incoming.headers.cookie })
      .catch((error: Error) => refused(error, host))
      .then((answer) => {
        if (!answer) return wayOfAll()
        return void outgoing.writeHead(answer.status, answer.head).end(answer.text)
      })
    return true
  }
}

const vendorsOrder = new RegExp(`^${vendorPrefix}/orders/([\\w-]+)$`)
const ownRow = new RegExp(`^${inbox.list.path}/([\\w-]+)\\?only=row$`)
/** Who reads sends nothing along. */
const unusual = ['content-length', 'transfer-encoding', 'expect', 'upgrade']

const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  (headers.cookie?.length ?? 0) <= cookieLimit &&
  !unusual.some((name) => headers[name] !== undefined)
