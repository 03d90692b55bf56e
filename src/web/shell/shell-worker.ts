// The service worker of the installed page: it opens the page offline. It caches only files of the build; the desk's
// answers never pass through it, because it ignores every address that is not listed here. It is built separately
// (`build/shell-worker.ts`), so it imports nothing.

/** Filled in by the build. */
declare const shell: {
  /** Differs for every build. */
  readonly version: string
  /** What a page must reference to be of this build. */
  readonly entry: string
  /** The paths of all files. */
  readonly files: readonly string[]
  /** The paths of all screens, as regular expressions. */
  readonly screens: readonly string[]
}

/** The parts needed here; TypeScript's libraries have either pages or workers. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
/** A static route: what the browser does without starting the worker. */
interface Route {
  readonly condition: { readonly urlPattern: string } | { readonly requestMode: 'navigate' }
  readonly source: 'network' | 'race-network-and-fetch-handler' | { readonly cacheName: string }
}
/** Registers static routes; not every browser supports it. */
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
// The compiler does not know the type of `self`; see above.
const scope = globalThis as unknown as WorkerScope

const page = '/'
const ours = 'shell-'
const cacheName = ours + shell.version
const files = new Set(shell.files)
const screens = shell.screens.map((screen) => new RegExp(screen, 'i'))

/** A slower network counts as offline, because the user waits in front of a blank screen. */
const pageLimitMs = 4000

// A new version waits, because pages of the old one still need its files; the first page of the new version activates
// it.
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
 * Starting an idle worker takes a tablet longer than all its work. So API requests bypass it, files come straight from
 * the cache, and a screen's page comes from the network if that wins the race. The first match counts.
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
      // Then the worker handles every request.
    }
  }

/** All or nothing. A page that is not the desk's (a hotel's login) is not cached. */
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
 * Online, the desk's current page with its content policy. The cached page, with the policy it was cached with, serves
 * if the desk or its proxy does not answer properly.
 */
async function openPage(request: Request): Promise<Response> {
  const limit = new Promise<undefined>((resolve) => void setTimeout(resolve, pageLimitMs, undefined))
  const fresh = fetch(request).catch(() => undefined)
  const answer = await Promise.race([fresh, limit])
  if (answer && answer.status < 500) return answer
  return (await keptAt(page)) ?? (await fresh) ?? Response.error()
}

/** A file never changes under its name. The few that do are fetched again with each version. */
const openFile = async (request: Request): Promise<Response> => (await keptAt(request)) ?? fetch(request)

const keptAt = async (key: Request | string): Promise<Response | undefined> =>
  (await caches.open(cacheName)).match(key, { ignoreVary: true })
