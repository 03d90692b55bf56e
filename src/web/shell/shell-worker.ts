// The service worker of the installed page: it opens the page where there is no network. It keeps files of the build and
// nothing else; whatever the desk answers goes past it, for it never touches an address that is not listed here.
// It is built by itself (`build/shell-worker.ts`), and so imports nothing.

/** Put in by the build. */
declare const shell: {
  /** Another one for every build that differs. */
  readonly version: string
  /** What the page itself must name to be this build's. */
  readonly entry: string
  /** The addresses of all files, from the root. */
  readonly files: readonly string[]
  /** The addresses of all screens, as regular expressions. */
  readonly screens: readonly string[]
}

/** As far as it is needed here; TypeScript's own list of the browser's interfaces has either pages or workers. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
/** What the browser does without the worker. */
interface Route {
  readonly condition: { readonly urlPattern: string } | { readonly requestMode: 'navigate' }
  readonly source: 'network' | 'race-network-and-fetch-handler' | { readonly cacheName: string }
}
/** The way to say that beforehand; not every browser has it. */
interface Installing extends Extendable {
  addRoutes?(route: Route): Promise<void>
}
interface Fetching extends Extendable {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  addEventListener(name: 'install', listener: (event: Installing) => void): void
  addEventListener(name: 'activate', listener: (event: Extendable) => void): void
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(name: 'message', listener: (event: MessageEvent<unknown>) => void): void
}
// What `self` is, is not known to the compiler; see above.
const scope = globalThis as unknown as WorkerScope

const page = '/'
const ours = 'shell-'
const cacheName = ours + shell.version
const files = new Set(shell.files)
const screens = shell.screens.map((screen) => new RegExp(screen, 'i'))

/** A line that takes longer to bring the page is as good as none to somebody who waits before a dark tablet. */
const pageLimitMs = 4000

// A new version waits, for pages of the old one still need its files; the first page of its own version calls it in.
scope.addEventListener('install', (event) => event.waitUntil(Promise.all([keepShell(), ...routes.map(toRoute(event))])))
scope.addEventListener('message', ({ data }) => void (data === 'take over' && scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(dropOthers().then(() => scope.clients.claim())))

scope.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (mode === 'navigate') {
    if (screens.some((screen) => screen.test(pathname))) event.respondWith(openPage(event.request))
  } else if (files.has(pathname)) event.respondWith(openFile(event.request))
})

/**
 * A browser ends a worker that rests, and to wake it takes a tablet longer than all that the worker does. So an order
 * that has just come passes it by; files come from where it kept them; and a screen's page comes from the network where
 * that is quick, whatever the worker comes to meanwhile. The first that fits counts.
 */
const routes: readonly Route[] = [
  { condition: { urlPattern: '/api/*' }, source: 'network' },
  { condition: { urlPattern: '/assets/*' }, source: { cacheName } },
  { condition: { requestMode: 'navigate' }, source: 'race-network-and-fetch-handler' },
]

const toRoute =
  (event: Installing) =>
  async (route: Route): Promise<void> => {
    try {
      await event.addRoutes?.(route)
    } catch {
      // Then all of it comes by here.
    }
  }

/** All or nothing. What answers for the desk but is not its page (a hotel's Wi-Fi) is not kept. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(cacheName)
  const answer = await fetch(page, { cache: 'reload' })
  const text = await answer.clone().text()
  if (!answer.ok || answer.redirected || !text.includes(shell.entry)) throw new Error('Not the page of this version.')
  await cache.addAll(shell.files)
  await cache.put(page, answer)
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(ours) && name !== cacheName).map((name) => caches.delete(name)),
  )
}

/**
 * With contact it is the desk's own page, as it is now and with its policy; the kept one, which has the policy that came
 * along with it, is for a desk that does not answer, or whose proxy says so.
 */
async function openPage(request: Request): Promise<Response> {
  const limit = new Promise<undefined>((resolve) => void setTimeout(resolve, pageLimitMs, undefined))
  const fresh = fetch(request).catch(() => undefined)
  const answer = await Promise.race([fresh, limit])
  if (answer && answer.status < 500) return answer
  return (await keptAt(page)) ?? (await fresh) ?? Response.error()
}

/** A file never changes under its name. Those few that do are asked for again with each version. */
const openFile = async (request: Request): Promise<Response> => (await keptAt(request)) ?? fetch(request)

const keptAt = async (key: Request | string): Promise<Response | undefined> =>
  (await caches.open(cacheName)).match(key, { ignoreVary: true })
