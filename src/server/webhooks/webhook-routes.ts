import type { Context, Handler } from 'hono'
import type { Clock } from '#contract/clock.ts'
import {
  outgoingEvents,
  outgoingWebhooks as endpoints,
  webhooksAtMost,
  webhookUrlAtMost,
  type Delivery,
  type OutgoingWebhook,
  type WebhookState,
} from '#contract/desk/outgoing-webhooks.ts'
import { isRecord } from '#contract/json.ts'
import { healthy, type DeliveryRecord, type WebhookRecord } from '#domain/outgoing-event.ts'
import { notesBy } from '#server/auth/auth-outcomes.ts'
import { whoActs, type Gate } from '#server/auth/require-sign-in.ts'
import { jsonBody, sameOriginOnly, type At, type Guarded } from '#server/http/guard.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import { printNumber } from '#server/orders/order-row.ts'
import { newId, type RandomBytes } from '#server/runtime/credentials.ts'
import type { Store } from '#server/storage/store.ts'
import type { OutgoingWebhooks } from './outgoing-webhooks.ts'
import { newWebhookSecret } from './sign-message.ts'

export interface OutgoingWebhookRouteDeps {
  readonly gate: Gate
  readonly store: Store
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly outgoing: OutgoingWebhooks
  readonly inbox: Pick<Inbox, 'find'>
}

const shownDeliveries = 50
const oldSecretMs = 24 * 60 * 60_000
const testEveryMs = 3000

const badWebhook = (message: string) => new HttpError(422, 'bad_webhook', message)
const noSuchWebhook = () => new HttpError(404, 'not_found', 'There is no such webhook.')
const iso = (at: number): string => new Date(at).toISOString()
/** The rest of an address may hold a secret. */
const nameOf = ({ url }: Pick<WebhookRecord, 'url'>): string => new URL(url).host

/** Routes for webhooks to other systems, all for managers. */
export function outgoingWebhookRoutes(at: At, deps: OutgoingWebhookRouteDeps): void {
  settingRoutes(at, deps)
  deliveryRoutes(at, deps)
}

const changing = ({ gate }: OutgoingWebhookRouteDeps) => [sameOriginOnly, jsonBody, gate.managerOnly]

const idIn = (c: Context): string => c.req.param('webhookId') ?? ''

async function findWebhook({ store }: OutgoingWebhookRouteDeps, c: Context): Promise<WebhookRecord> {
  const webhook = (await store.webhooks()).find(({ id }) => id === idIn(c))
  if (!webhook) throw noSuchWebhook()
  return webhook
}

async function shown({ store, clock }: OutgoingWebhookRouteDeps, webhook: WebhookRecord): Promise<OutgoingWebhook> {
  const { isPaused, secrets, health } = webhook
  const old = secrets.find(({ until }) => until !== null && until > clock.now())?.until ?? null
  return {
    id: webhook.id,
    url: webhook.url,
    events: [...webhook.events],
    includes_row: webhook.includesRow,
    created_at: iso(webhook.createdAt),
    ...(await store.countDeliveries(webhook.id)),
    ...stateOf(isPaused, health),
    old_secret_until: old === null ? null : iso(old),
  }
}

function stateOf(isPaused: boolean, { endedAt, failing }: WebhookRecord['health']) {
  const is = (state: WebhookState, since: number | null = null) => ({
    state,
    since: since === null ? null : iso(since),
    failure: state === 'failing' && failing ? { status: failing.status, problem: failing.problem } : null,
  })
  if (endedAt !== null) return is('ended', endedAt)
  if (isPaused) return is('paused')
  return failing ? is('failing', failing.since) : is('delivering')
}

function settingRoutes(at: At, deps: OutgoingWebhookRouteDeps): void {
  const { store, clock, randomBytes, outgoing } = deps
  const note = (c: Context) => notesBy(clock, whoActs(c))

  const list: Handler<Guarded> = async () =>
    answer(200, { data: await Promise.all((await store.webhooks()).map((webhook) => shown(deps, webhook))) })

  const add: Handler<Guarded> = async (c) => {
    const settings = readSettings(c.var.body(), undefined, outgoing.allowsUrl)
    const id = newId(randomBytes)
    const secret = newWebhookSecret(randomBytes)
    const webhook = { ...settings, id, createdAt: clock.now(), secrets: [{ secret, until: null }], health: healthy }
    if (!(await store.addWebhook(webhook, note(c)('add webhook', nameOf(webhook)), webhooksAtMost)))
      throw badWebhook(`A shop has at most ${webhooksAtMost} webhooks.`)
    return answer(200, { data: { id, secret } })
  }

  const change: Handler<Guarded> = async (c) => {
    const body = c.var.body()
    const isBegun = isRecord(body) && body['is_paused'] === false
    const next = (before: WebhookRecord): WebhookRecord => {
      const settings = readSettings(body, before, outgoing.allowsUrl)
      // A receiver that is gone stays so until somebody begins anew. Of another one nothing is known.
      const isAnew = settings.url !== before.url || (isBegun && before.health.endedAt !== null)
      return { ...before, ...settings, health: isAnew ? healthy : before.health }
    }
    const entry = (changed: WebhookRecord) => note(c)('change webhook', nameOf(changed))
    const changed = await store.changeWebhook(idIn(c), clock.now(), next, entry)
    if (!changed) throw noSuchWebhook()
    outgoing.wake()
    return answer(200, { data: await shown(deps, changed) })
  }

  const remove: Handler<Guarded> = async (c) => {
    const webhook = await findWebhook(deps, c)
    if (!(await store.removeWebhook(webhook.id, note(c)('remove webhook', nameOf(webhook))))) throw noSuchWebhook()
    return answer(200, { data: { id: webhook.id } })
  }

  const replaceSecret: Handler<Guarded> = async (c) => {
    const secret = newWebhookSecret(randomBytes)
    const now = clock.now()
    // All that are valid stay so: if the answer is lost and somebody replaces it again, the receiver still has an older one.
    const next = (before: WebhookRecord): WebhookRecord => {
      const old = before.secrets
        .map((each) => ({ ...each, until: each.until ?? now + oldSecretMs }))
        .filter(({ until }) => until > now)
      return { ...before, secrets: [{ secret, until: null }, ...old] }
    }
    const entry = (changed: WebhookRecord) => note(c)('replace webhook secret', nameOf(changed))
    const changed = await store.changeWebhook(idIn(c), now, next, entry)
    if (!changed) throw noSuchWebhook()
    return answer(200, { data: { id: changed.id, secret } })
  }

  at(endpoints.list.path, { GET: [deps.gate.managerOnly, list], POST: [...changing(deps), add] })
  at(endpoints.change.path, { PATCH: [...changing(deps), change], DELETE: [...changing(deps), remove] })
  at(endpoints.replaceSecret.path, { POST: [...changing(deps), replaceSecret] })
}

function deliveryRoutes(at: At, deps: OutgoingWebhookRouteDeps): void {
  const { gate, store, clock, outgoing } = deps
  const testedAt = new Map<string, number>()

  const test: Handler<Guarded> = async (c) => {
    const webhook = await findWebhook(deps, c)
    const waitMs = (testedAt.get(webhook.id) ?? Number.NEGATIVE_INFINITY) + testEveryMs - clock.steady()
    if (waitMs > 0) throw new HttpError(429, 'too_soon', 'A test was just sent.', { retryAfterMs: waitMs })
    testedAt.set(webhook.id, clock.steady())
    await store.appendLog(notesBy(clock, whoActs(c))('test webhook', nameOf(webhook)))
    return answer(200, { data: shownDelivery(await outgoing.test(webhook), null) })
  }

  const list: Handler<Guarded> = async (c) => {
    const { id } = await findWebhook(deps, c)
    return answer(200, { data: await shownWithOrders(deps, await store.latestDeliveries(id, shownDeliveries)) })
  }

  const resend: Handler<Guarded> = async (c) => {
    const webhook = await findWebhook(deps, c)
    const sent = await store.resendDelivery(webhook.id, c.req.param('deliveryId') ?? '', clock.now())
    if (sent === 'ended')
      throw new HttpError(409, 'webhook_ended', 'The receiver has ended this webhook. Turn the webhook on again first.')
    if (!sent) throw new HttpError(404, 'not_found', 'There is no such delivery.')
    const entry = notesBy(clock, whoActs(c))('resend webhook', nameOf(webhook))
    await store.appendLog({ ...entry, orderId: sent.orderId })
    outgoing.wake()
    const [data] = await shownWithOrders(deps, [sent])
    return answer(200, { data })
  }

  at(endpoints.test.path, { POST: [...changing(deps), test] })
  at(endpoints.deliveries.path, { GET: [gate.managerOnly, list] })
  at(endpoints.resend.path, { POST: [...changing(deps), resend] })
}

type Settings = Pick<WebhookRecord, 'url' | 'events' | 'includesRow' | 'isPaused'>

/** Missing fields stay as before. @throws {HttpError} 422 */
function readSettings(body: unknown, before: Settings | undefined, allowsUrl: (url: URL) => boolean): Settings {
  const given = isRecord(body) ? body : {}
  const { url = before?.url, events = before?.events } = given
  const { includes_row: includesRow = before?.includesRow ?? false, is_paused: isPaused = before?.isPaused ?? false } =
    given
  if (typeof includesRow !== 'boolean' || typeof isPaused !== 'boolean')
    throw badWebhook('includes_row and is_paused are true or false.')
  return {
    url: url === before?.url && before ? before.url : readUrl(url, allowsUrl),
    events: readEvents(events),
    includesRow,
    isPaused,
  }
}

function readUrl(given: unknown, allowsUrl: (url: URL) => boolean): string {
  const text = typeof given === 'string' && given.length <= webhookUrlAtMost ? given.trim() : ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.password || url.hash || !allowsUrl(url))
    throw new HttpError(422, 'bad_address', 'A webhook has the https address of a public server, without a user.')
  return url.href
}

function readEvents(given: unknown): WebhookRecord['events'] {
  const names: readonly unknown[] = Array.isArray(given) ? given : []
  const chosen = outgoingEvents.filter((event) => names.includes(event))
  if (chosen.length === 0 || names.some((name) => !chosen.some((event) => event === name)))
    throw badWebhook(`A webhook has one or more of these events: ${outgoingEvents.join(', ')}.`)
  return chosen
}

/** Deliveries with the numbers of their orders. An order is read once, however many deliveries it has. */
async function shownWithOrders(
  { inbox }: OutgoingWebhookRouteDeps,
  deliveries: readonly DeliveryRecord[],
): Promise<readonly Delivery[]> {
  const orderIds = new Set(deliveries.flatMap(({ orderId }) => orderId ?? []))
  const records = await Promise.all([...orderIds].map((orderId) => inbox.find(orderId)))
  const numbers = new Map(records.flatMap((record) => (record ? [[record.orderId, printNumber(record)] as const] : [])))
  return deliveries.map((delivery) =>
    shownDelivery(delivery, delivery.orderId === null ? null : (numbers.get(delivery.orderId) ?? null)),
  )
}

function shownDelivery(delivery: DeliveryRecord, number: string | null): Delivery {
  const { id, type, orderId, state, at, dueAt, tries, lastTry } = delivery
  return {
    id,
    event: type,
    order_id: orderId,
    number,
    state,
    at: iso(at),
    next_at: dueAt === null ? null : iso(dueAt),
    tries,
    last_try: lastTry && {
      at: iso(lastTry.at),
      status: lastTry.status,
      problem: lastTry.problem,
      took_ms: lastTry.tookMs,
    },
  }
}
