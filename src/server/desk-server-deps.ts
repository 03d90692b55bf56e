import type { Clock } from '#contract/clock.ts'
import type { Mode } from '#contract/desk/session.ts'
import type { WebhookMode } from '#contract/desk/webhook.ts'
import type { Pins, RandomBytes, Sha256 } from '#server/runtime/credentials.ts'
import type { AlertsOutside } from '#server/alerts/outside.ts'
import type { OpenCatalog } from '#server/catalog/catalog.ts'
import type { AnswerFeed } from '#server/feed/feed-routes.ts'
import type { WebCrypto } from '#server/notifications/webhook-auth.ts'
import type { SendToSelf } from '#server/notifications/webhook-check.ts'
import type { Store } from '#server/storage/store.ts'
import type { PrintingOutside } from '#server/printing/printing.ts'
import type { KeyCrypto } from '#server/shops/shop-keys.ts'
import type { AskDesk } from '#server/shops/shop-reader.ts'
import type { SendToVendor } from '#server/vendor/vendor-transport.ts'
import type { WebhooksOutside } from '#server/webhooks/outside.ts'
import type { Log } from './runtime/bug.ts'
import type { ReadRequestContext } from './http/request-context.ts'
import type { Metrics } from './runtime/metrics.ts'

/** The settings of a shop, whether its vendor is real or simulated. */
export interface ShopConfig {
  /** The address that staff open; links are built on it. */
  readonly publicOrigin: string
  /** Names that this server answers to, each with its port. */
  readonly hosts: readonly string[]
  readonly responseWindowSeconds: number
  /** Such as `Asia/Baghdad`; default the machine's. */
  readonly timeZone?: string | undefined
  /** Maximum reads from the vendor per second, actions apart; default 20. */
  readonly vendorReadsPerSecond?: number | undefined
  /** The desks of other shops; `url` is scheme, host and port. Default none. */
  readonly otherDesks?: readonly { readonly name: string; readonly url: string }[] | undefined
  /** Encrypts the keys for those in the store; without it they stand there as they are. */
  readonly otherDesksSecret?: string | undefined
}

export interface DeskServerConfig extends ShopConfig {
  readonly mode: Mode
  readonly vendorBaseUrl: string
  /** Without a secret every notification is refused. */
  readonly webhook: { readonly mode: WebhookMode; readonly secret: string | undefined }
}

/** The environment of a desk: time, randomness, hashes and requests, as Node or a page provides them. */
export interface DeskEnvironment {
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
  readonly randomBytes: RandomBytes
  readonly sha256: Sha256
  readonly subtle: WebCrypto & KeyCrypto
  /** A keyed digest, stable across restarts: a sent body must be recognised without being stored. */
  readonly digest: (text: string) => string
  readonly log: Log
  readonly readRequestContext: ReadRequestContext
  /** Draws tickets and connects to printers; without it nothing is printed. */
  readonly printing?: PrintingOutside | undefined
  /** Reaches phones and other addresses; without it nobody outside is told of anything. */
  readonly alerts?: AlertsOutside | undefined
  /** Reaches the receivers of webhooks; without it every delivery fails. */
  readonly receivers?: WebhooksOutside | undefined
  /** Asks the desks of other shops; without it none is read. */
  readonly askDesk?: AskDesk | undefined
  /** Collects metrics; none by default. */
  readonly metrics?: Metrics | undefined
  /** Writes a feed to the HTTP server's own response; by default a platform stream is used. */
  readonly answerFeed?: AnswerFeed | undefined
  /** Serves the page's files, unless another server does, as in the demo. */
  readonly pages?: ((request: Request) => Promise<Response>) | undefined
}

/** What a desk needs besides: its settings, its store and its connections. */
export interface DeskServerDeps extends DeskEnvironment {
  readonly config: DeskServerConfig
  readonly pins: Pins
  readonly store: Store
  readonly sendToVendor: SendToVendor
  /** The current bearer token for the vendor; it may change while the server runs. */
  readonly token: () => string
  /** Sends a request to this desk's own public address from outside. */
  readonly sendToSelf: SendToSelf
  /** Opens the catalog; by default in this thread's memory. */
  readonly openCatalog?: OpenCatalog | undefined
  /** Free bytes on the store's disk; missing if there is no disk. */
  readonly freeBytes?: (() => Promise<number>) | undefined
}
