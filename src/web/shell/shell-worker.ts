// The service worker of the installed page: it opens the page offline, and shows alerts that the desk pushes. It caches
// only files of the build; the desk's answers never pass through it, because it ignores every address that is not listed
// here. It is built separately (`build/shell-worker.ts`), so it imports nothing.

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
interface Pushed extends Extendable {
  readonly data: { json(): unknown } | null
}
interface Pressed extends Extendable {
  readonly notification: Notification
}
interface Resubscribing extends Extendable {
  /** Set by browsers that have already subscribed again. */
  readonly newSubscription?: PushSubscription | null
}
interface OpenPage {
  readonly url: string
  focus(): Promise<unknown>
  navigate(address: string): Promise<unknown>
  postMessage(message: unknown, transfer: readonly Transferable[]): void
}
interface WorkerScope {
  skipWaiting(): Promise<void>
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(of: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly OpenPage[]>
    openWindow(address: string): Promise<unknown>
  }
  addEventListener(name: 'install', listener: (event: Installing) => void): void
  addEventListener(name: 'activate', listener: (event: Extendable) => void): void
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(name: 'message', listener: (event: MessageEvent<unknown>) => void): void
  addEventListener(name: 'push', listener: (event: Pushed) => void): void
  addEventListener(name: 'notificationclick', listener: (event: Pressed) => void): void
  addEventListener(name: 'pushsubscriptionchange', listener: (event: Resubscribing) => void): void
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

scope.addEventListener('push', (event) => event.waitUntil(showAlert(event.data)))
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openAt(pathOf(event.notification.data)))
})
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event.newSubscription)))

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

/** What the desk pushes: `PushMessage` of `contract/desk/alerts.ts`. */
interface Alert {
  readonly kind: string
  readonly tag: string
  readonly title: string
  readonly body: string
  readonly language: string
  readonly path: string
}

/** Shown for a message that cannot be read, because browsers demand that each push shows something. */
const unreadable: Readonly<Record<string, string>> = {
  en: 'Something needs attention. Open the desk.',
  ar: 'هناك ما يحتاج إلى انتباهك. افتح التطبيق.',
  fr: 'Quelque chose demande votre attention. Ouvrez le comptoir.',
}

function readAlert(data: Pushed['data']): Alert {
  try {
    const alert = data?.json() as Partial<Alert> | null | undefined
    const { kind, tag, title, body, language, path } = alert ?? {}
    if ([kind, tag, title, body, language, path].every((text) => typeof text === 'string')) return alert as Alert
  } catch {
    // No JSON.
  }
  const language = navigator.language.slice(0, 2)
  const body = unreadable[language] ?? unreadable['en'] ?? ''
  return { kind: '', tag: 'desk', title: 'Vendor Desk', body, language, path: page }
}

/** Alerts that stay on the screen until somebody reacts. */
const lasting = new Set(['order_unanswered', 'nobody_there'])
/** How long the text of a withdrawn alert stays, in ms. */
const withdrawnForMs = 4000

/** Shows an alert in place of the earlier one of its tag. One that is withdrawn is replaced silently, then removed. */
async function showAlert(data: Pushed['data']): Promise<void> {
  const { kind, tag, title, body, language, path } = readAlert(data)
  const isWithdrawn = kind === 'withdrawn'
  // TypeScript does not have `renotify`.
  const options: NotificationOptions & { readonly renotify: boolean } = {
    tag,
    body,
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    icon: '/icon-192.png',
    renotify: !isWithdrawn,
    silent: isWithdrawn,
    requireInteraction: lasting.has(kind),
    data: { kind, path },
  }
  await scope.registration.showNotification(title, options)
  if (!isWithdrawn) return
  await new Promise((resolve) => setTimeout(resolve, withdrawnForMs))
  const shown = await scope.registration.getNotifications({ tag })
  // A new alert may have come meanwhile.
  for (const each of shown) if ((each.data as { readonly kind?: unknown } | null)?.kind === kind) each.close()
}

/** The path that a press opens; the board for one that is not ours. */
function pathOf(data: unknown): string {
  const path = (data as { readonly path?: unknown } | null)?.path
  if (typeof path !== 'string') return page
  const address = new URL(path, location.origin)
  return address.origin === location.origin ? address.pathname + address.search : page
}

/** How long an open page has to answer, in ms. */
const pageAnswersMs = 1000

/** Shows a screen in an open page, without loading it anew, because a reload turns its sound off; else in a new one. */
async function openAt(path: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find(({ url }) => new URL(url).origin === location.origin)
  if (!open) return void (await scope.clients.openWindow(path))
  // A browser may refuse; the screen is opened all the same.
  await open.focus().catch(() => undefined)
  const { port1, port2 } = new MessageChannel()
  const isOpened = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', () => resolve(true), { once: true })
    port1.start()
    setTimeout(resolve, pageAnswersMs, false)
  })
  open.postMessage({ open: path }, [port2])
  if (!(await isOpened)) await open.navigate(path)
}

/** Replaces a subscription that the browser has ended. Without a sign-in the page does it when it is next opened. */
async function subscribeAgain(renewed: PushSubscription | null | undefined): Promise<void> {
  const subscription = renewed ?? (await subscribe())
  await fetch('/api/desk/push-subscriptions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...subscription.toJSON(), language: navigator.language.slice(0, 2) }),
  })
}

async function subscribe(): Promise<PushSubscription> {
  const { public_key: key } = (await (await fetch('/api/desk/push-key')).json()) as { readonly public_key: string }
  return scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}
