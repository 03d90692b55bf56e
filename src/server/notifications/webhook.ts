import type { OrderNotification } from '#domain/order.ts'
import { isOrderId } from '#contract/vendor/item-id.ts'
import type { Clock } from '#contract/clock.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { Metrics } from '#server/runtime/metrics.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import { ownId, shownId } from '#server/orders/order-id.ts'
import { readBytesLimited, TooLarge } from '#server/http/read-limited.ts'
import { withTimeLimit } from '#server/runtime/time-limit.ts'
import type { WebhookAuth } from './webhook-auth.ts'
import type { WebhookStats } from './webhook-stats.ts'
import { unpackGzip } from './parse-body.ts'
import { parseNotification, type KnownOrder } from './parse-notification.ts'

export interface WebhookDeps {
  readonly auth: WebhookAuth
  readonly inbox: Inbox
  readonly alarms: Alarms
  readonly tally: WebhookStats
  readonly clock: Clock
  readonly metrics: Metrics
  /** For an id that must not be put into an address: the same for the same text, after a restart too. */
  readonly digest: (text: string) => string | Promise<string>
  readonly log: (event: string, fields: Readonly<Record<string, unknown>>) => void
}

/** A notification that arrived whole. */
interface Notification {
  readonly authorization: string | null
  readonly signature: string | null
  /** The last part of the address, in `path` mode. */
  readonly pathSecret: string | undefined
  readonly contentType: string | null
  /** Whether the body is packed as gzip. */
  readonly isGzip?: boolean
  /** As it came over the wire, to the byte. */
  readonly body: Uint8Array<ArrayBuffer>
}

export interface Webhook {
  /** A request to its address. @throws {HttpError} 400, 401, 408, 413, 415; {StoreUnavailable} */
  take(request: Request, pathSecret: string | undefined): Promise<Response>
}

type WebhookResult = 'stored' | 'duplicate' | 'test' | 'unreadable'

const webhookLimitBytes = 256 * 1024
const bodyLimitMs = 15_000
const gzipNames: readonly string[] = ['gzip', 'x-gzip']
/** Enough to see what else a service sends. */
const othersKeptAtMost = 20

/**
 * Takes word of an order: the raw bytes are verified, then understood, then stored; the answer comes when they are on
 * disk, and the vendor is not asked before it.
 */
export function createWebhook({ auth, inbox, alarms, tally, clock, metrics, digest, log }: WebhookDeps): Webhook {
  let othersKept = 0

  const toWord = async ({ id, itemIds }: KnownOrder): Promise<OrderNotification> => ({
    orderId: isOrderId(id) ? id : ownId(await digest(id)),
    toldId: isOrderId(id) ? null : shownId(id),
    itemIds,
    source: 'webhook',
    receivedAt: clock.now(),
  })

  async function keep(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<WebhookResult> {
    const heard = parseNotification(body, contentType)
    // It had the right secret, so the service is let in again. A test proves nothing: the desk sends one to itself.
    if (heard.kind !== 'test') alarms.clear('webhook_refused')
    if (heard.kind === 'unreadable') return saveUnreadable(body, contentType)
    tally.note('heard')
    if (heard.kind === 'test') return 'test'
    const fresh = await Promise.all(heard.orders.filter(({ isNewOrder }) => isNewOrder).map(toWord))
    const others = heard.orders.filter(({ isNewOrder }) => !isNewOrder)
    const results = [
      ...(fresh.length > 0 ? await inbox.ingest(fresh) : []),
      // Of another kind, or none that we know: on disk as well, and shown only if the vendor knows it as an order.
      ...(others.length > 0 ? await inbox.unconfirmedOrders.add(others.map(({ id }) => id).filter(isOrderId)) : []),
    ]
    if (heard.hasUnreadable) await saveUnreadable(body, contentType)
    else if (others.length > 0) await keepOfOtherKind(body, contentType, results.length === 0)
    if (results.includes('stored')) return 'stored'
    return results.length > 0 ? 'duplicate' : 'unreadable'
  }

  /**
   * Keeps what else the service sends, for people to look at. The first twenty will do: more would push out notifications
   * that nobody could read. One that left no other trace is kept in any case.
   */
  async function keepOfOtherKind(
    body: Uint8Array<ArrayBuffer>,
    contentType: string,
    isOnlyTrace: boolean,
  ): Promise<void> {
    if (othersKept >= othersKeptAtMost && !isOnlyTrace) return
    othersKept += 1
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

  /** The body as it was before it was packed. @throws {HttpError} 413; 400 where it is not sound gzip, which is kept */
  async function unpack(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<Uint8Array<ArrayBuffer>> {
    const unpacked = await unpackGzip(body, webhookLimitBytes).catch(refuseTooLarge)
    if (unpacked) return unpacked
    alarms.clear('webhook_refused')
    await saveUnreadable(body, contentType)
    throw new HttpError(400, 'bad_request', 'The notification is not sound gzip.')
  }

  async function listen(notification: Notification): Promise<WebhookResult> {
    const { body, isGzip = false } = notification
    const contentType = notification.contentType?.toLowerCase() ?? ''
    if (!(await auth(notification))) {
      tally.note('refused')
      alarms.raise('webhook_refused')
      throw new HttpError(401, 'bad_credentials', 'The notification does not prove who sent it.')
    }
    const result = await keep(isGzip ? await unpack(body, contentType) : body, contentType)
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
    return listen({
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
