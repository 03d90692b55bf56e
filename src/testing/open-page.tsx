import { createHash } from 'node:crypto'
import { render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { useLayoutEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { onCaughtError } from '#web/app/failure-screen.tsx'
// The page fetches these right after its first screen; here a faked clock could pass by before they came.
import '#web/app/background.tsx'
import '#web/app/toasts.tsx'
import { Desk } from '#web/app/desk.tsx'
import { startLiveSync } from '#web/app/live-sync.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { signInRequest } from '#web/api/session.ts'
import type { Clock } from '#contract/clock.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import { systemClock } from '#contract/system-clock.ts'
import type { DeskServerConfig, DeskServerDeps } from '#server/desk-server-deps.ts'
import { openRequestContext } from '#server/http/request-context.ts'
import { type CookieJar, createCookieJar } from '#server/auth/cookies.ts'
import { addPracticePeople, openPins } from '#server/auth/staff.ts'
import { createSessions, type Sessions } from '#server/auth/session.ts'
import { createDeskServer } from '#server/create-desk-server.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import type { Store } from '#server/storage/store.ts'
import { overFetch } from '#server/vendor/vendor-transport.ts'
import { createSimulator, type Simulator } from '#simulator/simulator.ts'
import { loadMessages, loadPart } from '#web/i18n/catalogs.ts'
import type { Language } from '#web/i18n/language.ts'
import { messageParts } from '#web/i18n/message-parts.ts'

export interface OpenPage {
  readonly vendor: Simulator
  readonly user: UserEvent
  /** The current address of the page. */
  readonly address: () => string
  /** Sends a request to the desk's server directly. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  /** Sends the notification of a new order; the desk needs a `webhookSecret`. */
  readonly notify: (orderId: string) => Promise<void>
  /** Pairs another tablet, a counter by default, with a signed-in person who uses it. @returns how it sends requests. */
  readonly admit: (tablet: string, person?: string, role?: TabletRole) => Promise<OpenPage['ask']>
  /** The desk's sessions, to create codes and pair tablets. */
  readonly sessions: Sessions
}

interface OpenPageOptions {
  readonly language?: Language
  /** Prepares the vendor's orders. @returns the address to open. */
  readonly at: (vendor: Simulator) => string
  readonly responseWindowSeconds?: number
  /** That of the desk; the machine's by default, as on the tablet. */
  readonly timeZone?: string
  /** Who uses the tablet `Counter`; Sara, a manager, by default. */
  readonly who?: 'Sara' | 'Omar' | 'nobody' | 'stranger'
  /** What the tablet is for; a counter by default. */
  readonly role?: TabletRole
  readonly mode?: 'live' | 'practice'
  /** The webhook's secret; without one every notification is refused. */
  readonly webhookSecret?: string
  readonly otherDesks?: DeskServerConfig['otherDesks']
  /** How the desks of other shops are asked; not at all by default. */
  readonly askDesk?: DeskServerDeps['askDesk']
  /** Whether the desk polls open orders, until the page closes. */
  readonly isPolling?: boolean
  /** Whether the page uses the feed; otherwise it polls every few seconds. */
  readonly isLive?: boolean
  /** What is between the desk and its own public address; nothing by default. */
  readonly sendToSelf?: (request: Request, desk: (request: Request) => Promise<Response>) => Promise<Response>
  /** How far the tablet's clock is ahead of the desk's, which then runs independently. */
  readonly tabletAheadMs?: number
  /** The desk's store; an empty one by default. */
  readonly store?: Store
  /** The shop's printers; without it the desk prints nothing. */
  readonly printing?: DeskServerDeps['printing']
  /** The receivers of webhooks; without it none can be reached. */
  readonly receivers?: DeskServerDeps['receivers']
  /** Replaces the simulator's answers. */
  readonly fetch?: (request: Request, vendor: Simulator) => Promise<Response>
}

function WatchAddress({ onChange }: { readonly onChange: (address: string) => void }) {
  const { pathname, search, hash } = useLocation()
  useLayoutEffect(() => {
    onChange(pathname + search + hash)
  })
  return null
}

/** Aborts at the end of the test. */
function leaving(): AbortSignal {
  const left = new AbortController()
  onTestFinished(() => left.abort())
  return left.signal
}

const token = 'screen-token'

const start = Date.parse('2026-11-20T12:00:00Z')

/** The desk's own clock, if it differs from the tablet's. */
function deskClock(tabletAheadMs: number | undefined): Clock {
  if (tabletAheadMs === undefined) return systemClock
  const began = performance.now()
  return { ...systemClock, now: () => start + performance.now() - began, steady: () => performance.now() }
}

/** Opens the real page on a real desk server and the simulator, all in memory and on one fake clock. */
export async function openPage(options: OpenPageOptions): Promise<OpenPage> {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: start + (options.tabletAheadMs ?? 0) })
  // An earlier test of the file may have left it open.
  signInRequest.read()?.end(false)
  const clock = deskClock(options.tabletAheadMs)
  const { language = 'en', responseWindowSeconds = 300, who = 'Sara', mode = 'live' } = options
  const vendor = createSimulator({ clock, token, responseWindowSeconds })
  const secrets = {
    pins: openPins,
    randomBytes: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
    // Synchronous: on a fake clock, work that takes real time comes too late.
    sha256: (text: string) => createHash('sha256').update(text).digest('base64url'),
  }
  const store = options.store ?? createMemoryStore()
  await addPracticePeople(store, secrets.randomBytes)
  const sessions = createSessions({ ...secrets, store, clock, isSecure: false, mode })
  const jar = createCookieJar(who === 'stranger' ? [] : await sessions.admit('Counter', who, options.role))
  const proxy = createDeskServer({
    ...secrets,
    clock,
    store,
    subtle: crypto.subtle,
    token: () => token,
    sendToVendor: overFetch((request) => (options.fetch ? options.fetch(request, vendor) : vendor.fetch(request))),
    sendToSelf: (request) => options.sendToSelf?.(request, proxy.fetch) ?? proxy.fetch(request),
    random: () => 0.5,
    digest: (text) => text,
    log: () => undefined,
    printing: options.printing,
    receivers: options.receivers,
    askDesk: options.askDesk,
    // The wire is the cookie jar of the tablet.
    readRequestContext: (request, wire) => {
      const { header, keep } = (wire as CookieJar | undefined) ?? jar
      return { ...openRequestContext(request, wire), cookie: header(), keepCookie: keep }
    },
    config: {
      mode,
      publicOrigin: 'http://desk.test',
      hosts: ['desk.test'],
      vendorBaseUrl: 'https://vendor.test',
      responseWindowSeconds,
      timeZone: options.timeZone,
      otherDesks: options.otherDesks,
      webhook: { mode: 'bearer', secret: options.webhookSecret },
    },
  })
  const ask = (path: string, init?: RequestInit) => proxy.fetch(new Request(`http://desk.test${path}`, init))
  vi.stubGlobal('fetch', ask)
  if (options.isPolling) await proxy.open(leaving())
  const at = options.at(vendor)
  let address = at
  const messages = await loadMessages(language)
  await Promise.all(messageParts.map(loadPart))
  const queries = createQueryClient()
  if (options.isLive) onTestFinished(startLiveSync(queries))
  render(
    <MemoryRouter initialEntries={[at]} useTransitions={false}>
      <WatchAddress onChange={(next) => (address = next)} />
      <Desk queries={queries} catalog={{ language, messages }} />
    </MemoryRouter>,
    { onCaughtError },
  )
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
  async function notify(orderId: string): Promise<void> {
    const { ok } = await ask('/webhooks/orders', {
      method: 'POST',
      headers: { Authorization: `Bearer ${options.webhookSecret}` },
      body: JSON.stringify({ event: 'order_created', data: { id: orderId } }),
    })
    if (!ok) throw new Error('The desk did not take the notification.')
  }
  async function admit(tablet: string, person?: string, role?: TabletRole): Promise<OpenPage['ask']> {
    const own = createCookieJar(await sessions.admit(tablet, person, role))
    return (path, init) => proxy.fetch(new Request(`http://desk.test${path}`, init), own)
  }
  return { vendor, user, address: () => address, ask, admit, notify, sessions }
}
