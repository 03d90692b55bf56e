import type { FeedEvent } from '#contract/desk/feed.ts'
import type { Mode } from '#contract/desk/session.ts'
import type { Clock } from '#contract/clock.ts'
import { createActions, type ActionParts } from './actions.ts'
import { createAlarms } from './alarms.ts'
import { createAlerts, type AlertParts } from './alerts.ts'
import { createBoard } from './board.ts'
import { createCancelReasons } from './cancel-reasons.ts'
import type { Door } from './door.ts'
import { createFeed } from './feed.ts'
import { keepHouse } from './housekeeping.ts'
import { createInbox } from './inbox.ts'
import { createOrderReader, type OrderReading } from './order-reader.ts'
import { createGate } from './people-gate.ts'
import { createLeaving } from './people-leaving.ts'
import { createPresence } from './presence.ts'
import { createSessions, type SessionParts } from './session.ts'
import { StoreUnavailable, type Store } from './store.ts'
import { createVendor, type VendorParts } from './vendor.ts'
import { createWatch } from './watch.ts'
import { createWebhook } from './webhook.ts'
import { createWebhookAuth, type WebhookAuthParts } from './webhook-auth.ts'

export interface ProxyConfig {
  readonly mode: Mode
  /** The address staff open; links are written on it. */
  readonly publicOrigin: string
  /** Names that this server answers to, each with its port. */
  readonly hosts: readonly string[]
  readonly vendorBaseUrl: string
  readonly responseWindowSeconds: number
  readonly webhook: Pick<WebhookAuthParts, 'mode' | 'secret'>
}

export interface ProxyParts
  extends
    Pick<ActionParts, 'digest' | 'random' | 'log'>,
    Pick<WebhookAuthParts, 'subtle'>,
    Pick<SessionParts, 'pins' | 'randomBytes' | 'sha256'> {
  readonly config: ProxyConfig
  /** The way to the vendor. */
  readonly fetch: VendorParts['fetch']
  readonly token: VendorParts['token']
  readonly clock: Clock
  readonly store: Store
  readonly door: Door
  /** Tells somebody outside that orders wait; left out where nobody wants to know. */
  readonly sendAlert?: AlertParts['send'] | undefined
  /** Bytes that can still be written where the store is; left out where there is no disk. */
  readonly freeBytes?: (() => Promise<number>) | undefined
  /** The files of the page, where this server has them; in the demo they are somewhere else. */
  readonly pages?: ((request: Request) => Promise<Response>) | undefined
}

/** Puts the desk together: each part, and what it is given of the others. */
export function assembleDesk({ config, clock, store, ...parts }: ProxyParts) {
  const { responseWindowSeconds } = config
  const feed = createFeed({ clock, version: () => inbox.version() })
  const alarms = createAlarms(clock, (code) => feed.tell({ event: 'alarm', data: { code } }))
  const tell = (event: FeedEvent) => {
    // What can be told was written before: the store works again.
    alarms.clear('store_unavailable')
    feed.tell(event)
  }
  const inbox = createInbox({ store, clock, responseWindowSeconds, tell, wake: () => watch.wake() })
  const presence = createPresence({ clock, streams: feed.streams })
  const { sendAlert, freeBytes, log } = parts
  const alerts = sendAlert && createAlerts({ clock, inbox, presence, responseWindowSeconds, send: sendAlert, log })
  const vendor = createVendor({ ...parts, baseUrl: config.vendorBaseUrl, clock })
  const orders = createOrderReader(vendor, clock, (reading) => void noteReading(reading))
  const reasons = createCancelReasons(vendor, clock)
  const watch = createWatch({ inbox, orders, alarms, clock, random: parts.random })
  const board = createBoard({ inbox, orders, alarms, clock, responseWindowSeconds })
  const noteAction: ActionParts['noteAction'] = (orderId, action) =>
    inbox.noteAction(orderId, action).catch(storeTrouble)
  const actions = createActions({ ...parts, vendor, orders, reasons, clock, noteAction })
  const auth = createWebhookAuth({ ...config.webhook, subtle: parts.subtle })
  const webhook = createWebhook({ auth, inbox, alarms, clock, digest: parts.sha256, log })

  /** What was read but could not be written is read again soon; what must not be lost is never only read. */
  function storeTrouble(error: unknown): void {
    if (!(error instanceof StoreUnavailable)) throw error
    alarms.raise('store_unavailable')
    parts.log('store_unavailable', { message: error.message })
  }
  const noteReading = (reading: OrderReading) => inbox.noteReading(reading).catch(storeTrouble)

  const people = { ...parts, store, clock }
  const isSecure = config.publicOrigin.startsWith('https:')
  const sessions = createSessions({ ...people, isSecure, mode: config.mode })
  const gate = createGate(sessions)
  const lookAfter = createLeaving({ store, clock, cut: feed.cut, isAnyoneHere: () => feed.streams() > 0 })

  return {
    actions,
    board,
    feed,
    gate,
    lookAfter,
    orders,
    presence,
    sessions,
    storeTrouble,
    vendor,
    webhook,
    /** Reads what the store kept, then keeps watch until the signal aborts. */
    async open(closing: AbortSignal): Promise<void> {
      await inbox.load()
      closing.addEventListener('abort', () => feed.close())
      void watch.run(closing)
      void alerts?.run(closing)
      void keepHouse({ store, clock, alarms, log, freeBytes }, closing)
      if (config.webhook.secret === undefined) alarms.raise('webhook_off')
    },
  }
}
