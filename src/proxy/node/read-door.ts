import type { IncomingMessage, ServerResponse } from 'node:http'
import { vendorPrefix } from '#contract/vendor/prefix.ts'
import { answerText } from '../desk-failure.ts'
import { cookieLimit } from '../guard.ts'
import { hostOf, plainAnswer, withText, type PlainAnswer, type PlainDoor, type PlainDoorParts } from './plain-door.ts'

/** The door of orders that are read, each as the vendor shows it. */
export function createReadDoor({ publicOrigin, hosts, indoors }: PlainDoorParts): PlainDoor {
  const answers = new Map<string, Promise<PlainAnswer>>()

  /** What stands over every order, made once for each host. */
  function answerTo(host: string): Promise<PlainAnswer> {
    const known = answers.get(host)
    if (known) return known
    const made = plainAnswer(answerText(200, ''), publicOrigin, host)
    answers.set(host, made)
    return made
  }

  const refused = (error: Error, host: string) => plainAnswer(indoors.refuse(error), publicOrigin, host)

  const readBy = async (orderId: string, host: string): Promise<PlainAnswer> =>
    withText(await answerTo(host), await indoors.readOrder(orderId))

  /** @returns nothing where the sender is no tablet of ours. */
  async function answerWith(
    orderId: string,
    { headers }: IncomingMessage,
    host: string,
  ): Promise<PlainAnswer | undefined> {
    const { device, freshCookies } = await indoors.recognize(headers.cookie)
    if (!device) return undefined
    const answer = await readBy(orderId, host).catch((error: Error) => refused(error, host))
    return freshCookies.length === 0 ? answer : { ...answer, head: { ...answer.head, 'set-cookie': [...freshCookies] } }
  }

  async function take(orderId: string, incoming: IncomingMessage, outgoing: ServerResponse, wayOfAll: () => void) {
    const host = hostOf(incoming)
    const answer = await answerWith(orderId, incoming, host).catch((error: Error) => refused(error, host))
    if (!answer) return wayOfAll()
    return void outgoing.writeHead(answer.status, answer.head).end(answer.text)
  }

  return (incoming, outgoing, wayOfAll) => {
    const [, orderId] = plainAddress.exec(incoming.url ?? '') ?? []
    if (orderId === undefined || !hosts.includes(hostOf(incoming)) || !isPlain(incoming)) return false
    void take(orderId, incoming, outgoing, wayOfAll)
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
