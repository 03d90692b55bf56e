import type { Clock } from '#contract/clock.ts'
import type { Mode } from '#contract/desk/session.ts'
import type { WebhookMode } from '#contract/desk/webhook.ts'
import type { Pins, RandomBytes, Sha256 } from '#server/runtime/credentials.ts'
import type { OpenCatalog } from '#server/catalog/catalog.ts'
import type { BeginStream } from '#server/feed/feed-response.ts'
import type { SendToSelf } from '#server/notifications/webhook-check.ts'
import type { Alert } from '#server/observability/alerts.ts'
import type { Store } from '#server/storage/store.ts'
import type { SendToVendor } from '#server/vendor/vendor-transport.ts'
import type { Log } from './runtime/bug.ts'
import type { ReadRequestContext } from './http/request-context.ts'
import type { Metrics } from './runtime/metrics.ts'

export interface DeskServerConfig {
  readonly mode: Mode
  /** The address staff open; links are written on it. */
  readonly publicOrigin: string
  /** Names that this server answers to, each with its port. */
  readonly hosts: readonly string[]
  readonly vendorBaseUrl: string
  readonly responseWindowSeconds: number
  /** How often the vendor is asked at most, actions apart; 20, where it is left out. */
  readonly vendorReadsPerSecond?: number | undefined
  /** The desks of other shops; none, where it is left out. `url` is scheme, name and port. */
  readonly otherDesks?: readonly { readonly name: string; readonly url: string }[] | undefined
  /** Without a secret every notification is refused. */
  readonly webhook: { readonly mode: WebhookMode; readonly secret: string | undefined }
}

/** All of the outside that a desk needs: time, chance, hashes, the network, the store, who is asking. */
export interface DeskServerDeps {
  readonly config: DeskServerConfig
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
  readonly randomBytes: RandomBytes
  readonly sha256: Sha256
  readonly subtle: Pick<SubtleCrypto, 'digest' | 'importKey' | 'sign'>
  readonly pins: Pins
  /** A digest that does not tell its text, the same after a restart: what was sent must be recognised, not stored. */
  readonly digest: (text: string) => string
  readonly log: Log
  readonly store: Store
  readonly sendToVendor: SendToVendor
  /** The bearer token for the vendor as it is now; it may change while we run. */
  readonly token: () => string
  /** Sends a request to this desk's own public address, from outside. */
  readonly sendToSelf: SendToSelf
  readonly readRequestContext: ReadRequestContext
  /** The catalog's place; in this thread and its memory, where it is left out. */
  readonly openCatalog?: OpenCatalog | undefined
  /** Tells somebody outside that orders wait; left out where nobody wants to know. */
  readonly sendAlert?: ((alert: Alert) => Promise<void>) | undefined
  /** Bytes that can still be written where the store is; left out where there is no disk. */
  readonly freeBytes?: (() => Promise<number>) | undefined
  /** Where work is counted and timed; nowhere, where it is left out. */
  readonly metrics?: Metrics | undefined
  /** Writes a feed to the listening server's own response; a stream of the platform, where it is left out. */
  readonly answerFeed?: ((begin: BeginStream, wire: unknown) => Response) | undefined
  /** The files of the page, where this server has them; in the demo they are somewhere else. */
  readonly pages?: ((request: Request) => Promise<Response>) | undefined
}
