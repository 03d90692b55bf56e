import * as z from 'zod/mini'
import { practicePeople } from '#contract/desk/people.ts'
import { practice as endpoints, type PaperPiece as ShownPiece, type PracticeLine } from '#contract/desk/practice.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createCatalog, type OpenCatalog } from '#server/catalog/catalog.ts'
import { answer, answerOtherMethod, HttpError } from '#server/http/http-error.ts'
import type { DeskEnvironment, ShopConfig } from '#server/desk-server-deps.ts'
import type { ReadRequestContext, Sender } from '#server/http/request-context.ts'
import { crossSite, readBody } from '#server/http/guard.ts'
import { isSecureHost, setSafeHeaders } from '#server/http/safe-headers.ts'
import { createCookieJar } from '#server/auth/cookies.ts'
import { addPracticePeople, openPins } from '#server/auth/staff.ts'
import { createSessions } from '#server/auth/session.ts'
import { createDeskServer } from '#server/create-desk-server.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { overFetch } from '#server/vendor/vendor-transport.ts'
import { ConnectionLost } from '#simulator/faults.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import { states } from '#simulator/order-life.ts'
import { picture, picturesPath } from '#simulator/shop/pictures.ts'
import { createSimulator, type Simulator } from '#simulator/simulator.ts'
import { createDrill } from './drill.ts'
import {
  bitmapOf,
  createPracticePrinter,
  practicePrinter,
  withPracticePrinter,
  type PaperPiece,
} from './practice-printer.ts'
import { createWifi, isLost } from './wifi.ts'

interface PracticeConfig extends ShopConfig {
  readonly mode: 'practice' | 'demo'
}

export interface PracticeDeps extends DeskEnvironment {
  readonly config: PracticeConfig
  readonly seed: number
  /** Whether every visitor is paired and signed in already, with one shared session: for a single browser. */
  readonly isSignedIn?: boolean
}

export interface Practice {
  /** The whole desk: the server's routes, and `/practice/…` for the controls and pictures of the simulated shop. */
  fetch(request: Request, wire?: unknown): Promise<Response>
  idle(): Promise<void>
  readonly simulator: Simulator
  /** Lets customers place orders, the first after 3 s, until the signal aborts. */
  openShop(closing: AbortSignal): Promise<void>
}

const token = 'practice-token'
const webhookSecret = 'practice-webhook-secret'
/** The request context of the simulated vendor's own requests. */
const inside = {}
const slowMs = 2500
const firstOrderMs = 3000

/** Indexes the catalog at once: the first orders may need it, and reads of a simulated vendor are free. */
const openGathered: OpenCatalog = (parts) => {
  const catalog = createCatalog(parts)
  void catalog.counts()
  return catalog
}

/** A simulated vendor and a real desk server in one process, for `npm start` without settings and for the demo. */
export function createPractice({ config, clock, seed, isSignedIn = false, ...parts }: PracticeDeps): Practice {
  const { responseWindowSeconds, publicOrigin, mode } = config
  const webhook = {
    url: `${publicOrigin}/webhooks/orders`,
    headers: { Authorization: `Bearer ${webhookSecret}` },
    fetch: (request: Request) => desk.fetch(request, inside),
  }
  const simulator = createSimulator({ clock, token, seed, responseWindowSeconds, webhook })
  const wifi = createWifi()
  const drill = createDrill({ simulator, clock, wifi, responseWindowSeconds })
  let line: PracticeLine = 'working'

  const store = createMemoryStore()
  const jar = createCookieJar()
  const printer = createPracticePrinter(clock)
  const staffed = staff()

  async function staff(): Promise<void> {
    await addPracticePeople(store, parts.randomBytes)
    if (parts.printing) await store.savePrinter(practicePrinter(clock.now()))
    if (!isSignedIn) return
    const isSecure = publicOrigin.startsWith('https:')
    const sessions = createSessions({ ...parts, store, clock, pins: openPins, isSecure, mode })
    for (const cookie of await sessions.admit('Demo tablet', practicePeople[0].name)) jar.keep(cookie)
  }

  /** The vendor's webhooks come from inside. With a shared session its cookies are stored here and not in a browser. */
  const readRequestContext: ReadRequestContext = (request, wire) => {
    if (wire === inside) return { host: new URL(publicOrigin).host, isSameOrigin: true }
    const sender = parts.readRequestContext(request, wire)
    return isSignedIn ? { ...sender, cookie: jar.header(), keepCookie: jar.keep } : sender
  }

  const desk = createDeskServer({
    ...parts,
    clock,
    store,
    pins: openPins,
    printing: parts.printing && withPracticePrinter(parts.printing, printer),
    openCatalog: openGathered,
    readRequestContext,
    config: { ...config, vendorBaseUrl: 'https://vendor.practice', webhook: { mode: 'bearer', secret: webhookSecret } },
    token: () => token,
    sendToSelf: (request) => desk.fetch(request, inside),
    sendToVendor: overFetch(async (request) => {
      if (line === 'cut') throw new ConnectionLost()
      if (line === 'slow') await clock.sleep(slowMs, request.signal)
      return simulator.fetch(request)
    }),
  })

  /** Handles the controls. @throws {HttpError} */
  async function lever(request: Request, { isSameOrigin }: Sender): Promise<Response> {
    const { pathname } = new URL(request.url)
    const asked = request.method === 'HEAD' ? 'GET' : request.method
    const isPicture = pathname.startsWith(picturesPath)
    const isPiece = pathname.startsWith(piecesPath)
    const methods = isPicture || isPiece ? ['GET'] : methodsAt(pathname)
    if (methods.length === 0) throw nothingHere('The practice store has no such lever.')
    if (!methods.includes(asked)) return answerOtherMethod(methods)
    if (isPicture) return pictureAnswer(pathname.slice(picturesPath.length))
    if (isPiece) return pieceAnswer(printer.pieces().find(({ id }) => `${piecesPath}${id}` === pathname))
    if (asked !== 'GET' && !isSameOrigin && !namesNoSite(request)) throw crossSite()
    const is = ({ method, path }: Endpoint) => method === asked && path === pathname
    if (is(endpoints.read)) {
      return data({ line, orders: simulator.orders.all().slice(0, 12).map(summary) })
    }
    if (is(endpoints.readPaper))
      return data({ has_paper: printer.hasPaper(), pieces: printer.pieces().map(shownPiece) })
    if (pathname === endpoints.readDrill.path) {
      if (is(endpoints.startDrill)) drill.start()
      if (is(endpoints.stopDrill)) drill.stop()
      return data(drill.read() ?? null)
    }
    // An invalid body counts as none; controls that need one report it.
    const body: unknown = await new Response(await readBody(request)).json().catch(() => undefined)
    if (is(endpoints.placeOrder)) {
      const input = z.safeParse(endpoints.placeOrder.body, body)
      return data(summary(simulator.placeOrder(input.data?.kind)))
    }
    if (is(endpoints.setPaper)) {
      const paper = z.safeParse(endpoints.setPaper.body, body)
      if (!paper.success) throw new HttpError(400, 'bad_request', 'There is paper or not: true or false.')
      printer.setPaper(paper.data.has_paper)
      return data(paper.data)
    }
    const input = z.safeParse(endpoints.setLine.body, body)
    if (!input.success) throw new HttpError(400, 'bad_request', 'A line is working, slow or cut.')
    line = input.data.line
    return data({ line })
  }

  return {
    simulator,
    idle: desk.idle,
    async fetch(request, wire) {
      await staffed
      const sender = parts.readRequestContext(request, wire)
      if (!config.hosts.includes(sender.host) || !isLever(request))
        return wifi.carry(request, () => desk.fetch(request, wire))
      const answer = await lever(request, sender).catch(desk.answerError)
      setSafeHeaders(answer.headers, isSecureHost(publicOrigin, sender.host))
      return answer
    },
    async openShop(closing) {
      await desk.open(closing)
      await clock.sleep(firstOrderMs, closing)
      while (!closing.aborted) {
        // A drill places its own orders.
        if (!drill.isRunning()) simulator.placeOrder(parts.random() < 0.15 ? 'digital' : 'ordinary')
        await clock.sleep(35_000 + 20_000 * parts.random(), closing)
      }
    },
  }
}

const isLever = (request: Request): boolean => new URL(request.url).pathname.startsWith('/practice/')

/** Whether a request names no origin, as from curl, which may use the controls too; browsers always name one. */
const namesNoSite = ({ headers }: Request): boolean =>
  !headers.has('Origin') && ['none', null].includes(headers.get('Sec-Fetch-Site'))

const methodsAt = (pathname: string): readonly string[] =>
  Object.values(endpoints)
    .filter(({ path }) => path === pathname)
    .map(({ method }) => method)

const nothingHere = (message: string) => new HttpError(404, 'not_found', message)

const data = (value: unknown): Response => answer(200, { data: value })

const summary = ({ id, printNumber, state }: SimulatedOrder) => ({
  id,
  print_order_number: printNumber,
  status: states[state].title,
})

const piecesPath = `${endpoints.readPaper.path}/`

const shownPiece = ({ id, at, width, height }: PaperPiece): ShownPiece => ({
  id,
  at: new Date(at).toISOString(),
  image: `${piecesPath}${id}`,
  width,
  height,
})

/** @throws {HttpError} */
function pieceAnswer(piece: PaperPiece | undefined): Response {
  if (!piece) throw nothingHere('That piece of paper is gone.')
  return new Response(bitmapOf(piece), { headers: { 'Content-Type': 'image/bmp', 'Cache-Control': 'no-store' } })
}

/** @throws {HttpError} */
function pictureAnswer(name: string): Response {
  const svg = picture(name)
  if (svg === undefined) throw nothingHere('There is no such picture.')
  return new Response(svg, { headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' } })
}

/** The socket of a request, as Node servers provide it. */
interface Wire {
  readonly incoming: { readonly socket: { destroy(): void } }
}

/** Serves a practice store with Node: when a drill has cut the network, the connection closes without an answer. */
export const overWire =
  ({ fetch }: Pick<Practice, 'fetch'>) =>
  async (request: Request, wire: unknown): Promise<Response> => {
    const answer = await fetch(request, wire)
    if (!isLost(answer)) return answer
    // Both servers that use this pass their bindings on.
    ;(wire as Wire).incoming.socket.destroy()
    return new Response(null)
  }
