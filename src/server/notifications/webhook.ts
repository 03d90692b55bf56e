import type { Clock } from '#contract/clock.ts'
import { isOrderId } from '#contract/vendor/item-id.ts'
import type { OrderNotification } from '#domain/order.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { At, Guarded } from '#server/http/guard.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import { readBytesLimited, TooLarge } from '#server/http/input-limits.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import { ownId, shownId } from '#server/orders/order-id.ts'
import type { Metrics } from '#server/runtime/metrics.ts'
import { withTimeLimit } from '#server/runtime/tasks.ts'
import { unpackGzip } from './parse-body.ts'
import { type KnownOrder, parseNotification } from './parse-notification.ts'
import type { WebhookAuth } from './webhook-auth.ts'
import type { WebhookStats } from './webhook-check.ts'
import type { Handler } from 'hono'

interface WebhookDeps {
  readonly auth: WebhookAuth
  readonly inbox: Inbox
  readonly alarms: Alarms
  readonly tally: WebhookStats
  readonly clock: Clock
  readonly metrics: Metrics
  /** Makes a substitute for an id that is unsafe in an address; stable across restarts. */
  readonly digest: (text: string) => string | Promise<string>
  readonly log: (event: string, fields: Readonly<Record<string, unknown>>) => void
}

/** A completely received notification. */
interface ReceivedRequest {
  readonly authorization: string | null
  readonly signature: string | null
  /** The last path segment, in `path` mode. */
  readonly pathSecret: string | undefined
  readonly contentType: string | null
  /** Whether the body is packed as gzip. */
  readonly isGzip?: boolean
  /** The raw bytes as received. */
  readonly body: Uint8Array<ArrayBuffer>
}

interface Webhook {
  /** Handles a request to the webhook. @throws {HttpError} 400, 401, 408, 413, 415; {StoreUnavailable} */
  take(request: Request, pathSecret: string | undefined): Promise<Response>
}

type WebhookResult = 'stored' | 'duplicate' | 'test' | 'unreadable'

const webhookLimitBytes = 256 * 1024
const bodyLimitMs = 15_000
const gzipNames: readonly string[] = ['gzip', 'x-gzip']
/** Enough to see which other notifications a service sends. */
const othersSavedAtMost = 20

/**
 * Handles notifications: verifies the raw bytes, then parses and stores them. It answers once they are durable, and
 * only then is the vendor asked.
 */
export function createWebhook({ auth, inbox, alarms, tally, clock, metrics, digest, log }: WebhookDeps): Webhook {
  let othersSaved = 0

  const toNotification = async ({ id, itemIds }: KnownOrder): Promise<OrderNotification> => ({
    orderId: isOrderId(id) ? id : ownId(await digest(id)),
    toldId: isOrderId(id) ? null : shownId(id),
    itemIds,
    source: 'webhook',
    receivedAt: clock.now(),
  })

  async function store(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<WebhookResult> {
    const parsed = parseNotification(body, contentType)
    // A valid secret shows that the service is let in again. A test proves nothing, because the desk sends it to
    // itself.
    if (parsed.kind !== 'test') alarms.clear('webhook_refused')
    if (parsed.kind === 'unreadable') return saveUnreadable(body, contentType)
    tally.note('received')
    if (parsed.kind === 'test') return 'test'
    const fresh = await Promise.all(parsed.orders.filter(({ isNewOrder }) => isNewOrder).map(toNotification))
    const others = parsed.orders.filter(({ isNewOrder }) => !isNewOrder)
    const results = [
      ...(fresh.length > 0 ? await inbox.ingest(fresh) : []),
      // Unknown or other kinds are stored as well, and shown only if the vendor knows the order.
      ...(others.length > 0 ? await inbox.unconfirmedOrders.add(others.map(({ id }) => id).filter(isOrderId)) : []),
    ]
    if (parsed.hasUnreadable) await saveUnreadable(body, contentType)
    else if (others.length > 0) await saveOtherKind(body, contentType, results.length === 0)
    if (results.includes('stored')) return 'stored'
    return results.length > 0 ? 'duplicate' : 'unreadable'
  }

  /**
   * Saves notifications of other kinds for inspection. Only the first twenty, so that they do not push out unreadable
   * ones; one that left no other trace is always saved.
   */
  async function saveOtherKind(
    body: Uint8Array<ArrayBuffer>,
    contentType: string,
    isOnlyTrace: boolean,
  ): Promise<void> {
    if (othersSaved >= othersSavedAtMost && !isOnlyTrace) return
    othersSaved += 1
    await inbox.saveUnreadable(body, contentType)
  }

  async function saveUnreadable(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<WebhookResult> {
    await inbox.saveUnreadable(body, contentType)
    tally.note('unreadable')
    alarms.raise('webhook_unreadable')
    return 'unreadable'
  }

  async function counted(work: () => Promise<WebhookResult>): Promise<WebhookResult> {
    const seconds = metrics.stopwatch()
    try {
      const result = await work()
      metrics.count('vendor_desk_webhooks_total', { result })
      metrics.time('vendor_desk_webhook_seconds', {}, seconds())
      return result
    } catch (error) {
      const isRefused = error instanceof HttpError
      metrics.count('vendor_desk_webhooks_total', { result: isRefused ? 'refused' : 'failed' })
      throw error
    }
  }

  /** Unpacks the body. @throws {HttpError} 413; 400 for invalid gzip, which is saved */
  async function unpack(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<Uint8Array<ArrayBuffer>> {
    const unpacked = await unpackGzip(body, webhookLimitBytes).catch(refuseTooLarge)
    if (unpacked) return unpacked
    alarms.clear('webhook_refused')
    await saveUnreadable(body, contentType)
    throw new HttpError(400, 'bad_request', 'The notification is not sound gzip.')
  }

  async function authenticateAndStore(notification: ReceivedRequest): Promise<WebhookResult> {
    const { body, isGzip = false } = notification
    const contentType = notification.contentType?.toLowerCase() ?? ''
    if (!(await auth(notification))) {
      tally.note('refused')
      alarms.raise('webhook_refused')
      throw new HttpError(401, 'bad_credentials', 'The notification does not prove who sent it.')
    }
    const result = await store(isGzip ? await unpack(body, contentType) : body, contentType)
    log('webhook', { result, bytes: body.byteLength })
    return result
  }

  async function receive(request: Request, pathSecret: string | undefined): Promise<WebhookResult> {
    const { headers } = request
    const encoding = headers.get('Content-Encoding')?.toLowerCase() || 'identity'
    const isGzip = gzipNames.includes(encoding)
    if (!isGzip && encoding !== 'identity')
      throw new HttpError(415, 'json_required', 'A notification is sent as it is, or as gzip.')
    const reading = withTimeLimit(clock, bodyLimitMs, () => readBytesLimited(request, webhookLimitBytes))
    const body = await reading.catch(cutShort)
    return authenticateAndStore({
      authorization: headers.get('Authorization'),
      signature: headers.get('X-Webhook-Signature'),
      pathSecret,
      contentType: headers.get('Content-Type'),
      isGzip,
      body,
    })
  }

  return {
    async take(request, pathSecret) {
      const result = await counted(() => receive(request, pathSecret))
      return answer(202, { data: { result } })
    },
  }
}

function refuseTooLarge(error: unknown): never {
  if (error instanceof TooLarge) throw new HttpError(413, 'too_large', 'A notification has at most 256 KiB.')
  throw error
}

function cutShort(error: unknown): never {
  if (error instanceof TooLarge) refuseTooLarge(error)
  throw new HttpError(408, 'too_slow', 'The notification did not arrive whole in time.')
}

/** Some services check an address before they register it. The answer reveals nothing about the secret. */
const look: Handler<Guarded> = () => answer(200, { data: { status: 'ok' } })

/** Routes for the webhook, with or without a trailing slash. */
export function webhookRoutes(at: At, { webhook: { take } }: { readonly webhook: Webhook }): void {
  for (const slash of ['', '/']) {
    at(`/webhooks/orders${slash}`, { GET: [look], POST: [(c) => take(c.req.raw, undefined)] })
    at(`/webhooks/orders/:secret${slash}`, { GET: [look], POST: [(c) => take(c.req.raw, c.req.param('secret'))] })
  }
}
