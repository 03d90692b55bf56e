import type { Handler } from 'hono'
import type { Clock } from '#contract/clock.ts'
import { alerts as endpoints, ladderSteps, type Alert, type Ladder } from '#contract/desk/alerts.ts'
import { isRecord } from '#contract/json.ts'
import { alertLanguages, type AlertRecord, type PhoneRecord } from '#domain/alert.ts'
import { notesBy, refusal } from '#server/auth/auth-outcomes.ts'
import { actingOnly, personOf, tabletOf, whoActs, type Gate } from '#server/auth/require-sign-in.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import { jsonBody, sameOriginOnly, type At, type Guarded } from '#server/http/guard.ts'
import { newId, type RandomBytes } from '#server/runtime/credentials.ts'
import type { Store } from '#server/storage/store.ts'
import type { Alerts } from './alerts.ts'
import { dutyRoutes } from './duty-routes.ts'
import { pushMessage } from './push-words.ts'
import { iso, shownPhone } from './shown-phone.ts'

export interface AlertRouteDeps {
  readonly gate: Gate
  readonly store: Store
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly alerts: Alerts
}

const phonesAtMost = 200
const endpointAtMost = 1000
const testEveryMs = 3000
const testTtl = 60
const shownAlerts = 100

const badSubscription = (message: string) => new HttpError(422, 'bad_subscription', message)
const pushOff = () => new HttpError(404, 'push_off', 'This desk cannot send alerts to phones.')

/** Routes for phones, duty, the ladder and its rehearsal, and the list of alerts. */
export function alertRoutes(at: At, deps: AlertRouteDeps): void {
  phoneRoutes(at, deps)
  dutyRoutes(at, deps)
  ladderRoutes(at, deps)
  const list: Handler<Guarded> = async () =>
    answer(200, { data: (await deps.store.latestAlerts(shownAlerts)).map(shownAlert) })
  at(endpoints.list.path, { GET: [deps.gate.managerOnly, list] })
}

function phoneRoutes(at: At, deps: AlertRouteDeps): void {
  const { gate, store, clock, randomBytes, alerts } = deps
  const acting = actingOnly(gate)
  const testedAt = new Map<string, number>()

  const readKey: Handler<Guarded> = async () => {
    const key = await alerts.phones.publicKey()
    if (key === undefined) throw pushOff()
    return answer(200, { public_key: key })
  }

  const subscribe: Handler<Guarded> = async (c) => {
    if (!alerts.outside.makePushKeys) throw pushOff()
    const given = readSubscription(c.var.body(), alerts.outside.allowsEndpoint)
    const [person, tablet] = [personOf(c), tabletOf(c)]
    const all = await store.phones()
    const before = all.find(({ endpoint }) => endpoint === given.endpoint)
    if (!before && all.length >= phonesAtMost) throw badSubscription(`A shop has at most ${phonesAtMost} phones.`)
    const phone: PhoneRecord = {
      ...given,
      id: before?.id ?? newId(randomBytes),
      personId: person.id,
      deviceId: tablet.id,
      createdAt: clock.now(),
      deliveredAt: before?.deliveredAt ?? null,
    }
    const isSame = before?.personId === phone.personId && before.deviceId === phone.deviceId
    const note = isSame ? undefined : notesBy(clock, whoActs(c))('add phone', person.name)
    if (!(await store.savePhone(phone, note))) throw refusal.signInRequired()
    return answer(200, { data: shownPhone(phone, [tablet]) })
  }

  /** The phone with the endpoint in the body, if it is this person's or this tablet's; else all of the person. */
  async function phonesIn(c: Parameters<Handler<Guarded>>[0]): Promise<readonly PhoneRecord[]> {
    const body = c.var.body()
    const endpoint = isRecord(body) ? body['endpoint'] : undefined
    const [person, tablet] = [personOf(c), tabletOf(c)]
    return (await store.phones()).filter((phone) =>
      endpoint === undefined
        ? phone.personId === person.id
        : phone.endpoint === endpoint && (phone.personId === person.id || phone.deviceId === tablet.id),
    )
  }

  const unsubscribe: Handler<Guarded> = async (c) => {
    const note = notesBy(clock, whoActs(c))('remove phone', personOf(c).name)
    const phones = await phonesIn(c)
    const removed = await Promise.all(phones.map(({ id }) => store.removePhone(id, note)))
    return answer(200, { data: { removed: removed.filter(Boolean).length } })
  }

  const test: Handler<Guarded> = async (c) => {
    if (!alerts.outside.makePushKeys) throw pushOff()
    const phones = await phonesIn(c)
    if (phones.length === 0) throw new HttpError(404, 'not_found', 'There is no such phone.')
    const { id } = personOf(c)
    const waitMs = (testedAt.get(id) ?? Number.NEGATIVE_INFINITY) + testEveryMs - clock.steady()
    if (waitMs > 0) throw new HttpError(429, 'too_soon', 'A test was just sent.', { retryAfterMs: waitMs })
    testedAt.set(id, clock.steady())
    const alert = { kind: 'test', orderId: null, number: null, step: null, alarm: null, about: [] } as const
    const outcomes = await Promise.all(
      phones.map((phone) =>
        alerts.phones
          .send(phone, () => pushMessage({ ...alert, isRehearsal: false }, phone.language, undefined, clock.now()), {
            ttl: testTtl,
            urgency: 'high',
          })
          .catch(() => 'failed' as const),
      ),
    )
    const count = (...wanted: readonly unknown[]) => outcomes.filter((outcome) => wanted.includes(outcome)).length
    const data = { delivered: count('delivered'), failed: count('failed', 'refused'), gone: count('gone') }
    return answer(200, { data })
  }

  at(endpoints.pushKey.path, { GET: [gate.signedInOnly, readKey] })
  at(endpoints.subscribe.path, { POST: [...acting, subscribe], DELETE: [...acting, unsubscribe] })
  at(endpoints.testPhone.path, { POST: [...acting, test] })
}

function ladderRoutes(at: At, { gate, clock, alerts }: AlertRouteDeps): void {
  const { outside, duties, rehearsal } = alerts
  const acting = actingOnly(gate)

  async function shown(): Promise<Response> {
    const { callFrom, ownerFrom } = await duties.ladder()
    const data: Ladder = {
      call_from: callFrom,
      owner_from: ownerFrom,
      calls: [...outside.callHosts],
      is_signed: outside.isCallSigned,
      is_rehearsing: await rehearsal.isRunning(),
    }
    return answer(200, { data })
  }

  const change: Handler<Guarded> = async (c) => {
    const body = c.var.body()
    const [callFrom, ownerFrom] = (['call_from', 'owner_from'] as const).map((name) =>
      ladderSteps.find((step) => isRecord(body) && body[name] === step),
    )
    if (callFrom === undefined || ownerFrom === undefined)
      throw new HttpError(422, 'bad_ladder', 'call_from and owner_from are 1, 2 or 3.')
    const note = notesBy(clock, whoActs(c))('change ladder', `${callFrom} ${ownerFrom}`)
    await duties.changeLadder({ callFrom, ownerFrom }, note)
    return shown()
  }

  const rehearse: Handler<Guarded> = async (c) => {
    const note = notesBy(clock, whoActs(c))('rehearse alerts')
    if (!(await rehearsal.start(note, alerts.closing)))
      throw new HttpError(409, 'rehearsal_runs', 'A rehearsal is under way.')
    return shown()
  }

  const confirm: Handler<Guarded> = async (c) => {
    await rehearsal.confirm(whoActs(c), alerts.closing)
    return shown()
  }

  const changing = [sameOriginOnly, jsonBody, gate.managerOnly]
  at(endpoints.ladder.path, { GET: [gate.signedInOnly, shown], PUT: [...changing, change] })
  at(endpoints.rehearse.path, { POST: [...changing, rehearse] })
  at(endpoints.confirmRehearsal.path, { POST: [...acting, confirm] })
}

/** @throws {HttpError} 422 */
function readSubscription(
  body: unknown,
  allowsEndpoint: (endpoint: URL) => boolean,
): Pick<PhoneRecord, 'endpoint' | 'keys' | 'language'> {
  const { endpoint, keys, language } = isRecord(body) ? body : {}
  if (typeof endpoint !== 'string' || endpoint.length > endpointAtMost)
    throw badSubscription(`An endpoint is an address of at most ${endpointAtMost} characters.`)
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (!url || url.username || url.password || !allowsEndpoint(url))
    throw badSubscription('An endpoint is the https address of a public push service.')
  const { p256dh, auth } = isRecord(keys) ? keys : {}
  const [publicKey, secret] = [bytesOf(p256dh), bytesOf(auth)]
  if (publicKey?.length !== 65 || publicKey.charCodeAt(0) !== 4 || secret?.length !== 16)
    throw badSubscription('The keys are a P-256 public key and 16 bytes, in base64url.')
  return {
    endpoint,
    keys: { p256dh: String(p256dh), auth: String(auth) },
    language: alertLanguages.find((each) => each === language) ?? 'en',
  }
}

/** The bytes of base64url, one a character. */
function bytesOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^[\w-]{1,100}={0,2}$/.test(text)) return undefined
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', ''))
  } catch {
    return undefined
  }
}

const shownAlert = (alert: AlertRecord): Alert => ({
  id: alert.id,
  kind: alert.kind,
  order_id: alert.orderId,
  number: alert.number,
  step: alert.step,
  is_rehearsal: alert.isRehearsal,
  at: iso(alert.at),
  told: alert.told.map(({ to, name, outcome, at }) => ({ to, name, outcome, at: iso(at) })),
  ended: alert.ended && { ...alert.ended, at: iso(alert.ended.at) },
})
