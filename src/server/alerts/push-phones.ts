import type { Clock } from '#contract/clock.ts'
import type { PushMessage } from '#contract/desk/alerts.ts'
import type { PhoneRecord } from '#domain/alert.ts'
import type { Sha256 } from '#server/runtime/credentials.ts'
import { createTurns, withTimeLimit } from '#server/runtime/tasks.ts'
import type { Store } from '#server/storage/store.ts'
import { PushRefused, type AlertsOutside, type PushKeys } from './outside.ts'

export interface PushDeps {
  readonly outside: Pick<AlertsOutside, 'makePushKeys' | 'sendPush'>
  readonly store: Pick<Store, 'readSetting' | 'saveSetting' | 'removePhone' | 'touchPhone'>
  readonly clock: Clock
  readonly sha256: Sha256
  readonly publicOrigin: string
  readonly onStoreFailure: (error: unknown) => void
}

type PushOutcome = 'delivered' | 'gone' | 'refused'

interface PushHow {
  readonly ttl: number
  readonly urgency: 'high' | 'low'
}

export interface PushPhones {
  /** The server's public key. @returns undefined where no push can be sent. @throws {StoreUnavailable} */
  publicKey(): Promise<string | undefined>
  /**
   * Sends to one phone, within the time limit. The message is made at the last moment; if it is undefined, nothing is
   * sent. A phone that is gone is removed.
   * @returns undefined if nothing was sent. @throws the reason if it may be tried again; the phone may have got it
   */
  send(phone: PhoneRecord, message: () => PushMessage | undefined, how: PushHow): Promise<PushOutcome | undefined>
}

const vapidSetting = 'vapid'
export const sendLimitMs = 10_000
/** At one push service at once: one that hangs does not hold up the others. */
const atOnce = 20
const topicLength = 24
/** A push service requires an address of who sends; one without https has none. */
const noAddress = 'https://vendor-desk.invalid'

const gone = [404, 410]
/** Too early, too many, or a failure of the service. */
const isTransient = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500

/** Web Push to phones (RFC 8030), signed by keys that are made at the first start and kept in the store. */
export function createPushPhones(deps: PushDeps): PushPhones {
  const { outside, store, clock, sha256, publicOrigin, onStoreFailure } = deps
  const subject = publicOrigin.startsWith('https:') ? publicOrigin : noAddress
  const turns = new Map<string, ReturnType<typeof createTurns>>()
  let known: PushKeys | undefined

  async function keys(): Promise<PushKeys | undefined> {
    if (known || !outside.makePushKeys) return known
    // Of several servers the first one writes its keys.
    if (!(await store.readSetting(vapidSetting))) await store.saveSetting(vapidSetting, outside.makePushKeys(), 0)
    known = (await store.readSetting(vapidSetting))?.value as PushKeys | undefined // As written above.
    return known
  }

  function turnAt(endpoint: string): ReturnType<typeof createTurns> {
    const { host } = new URL(endpoint)
    const turn = turns.get(host) ?? createTurns(atOnce)
    turns.set(host, turn)
    return turn
  }

  async function noteOutcome({ id }: PhoneRecord, outcome: PushOutcome): Promise<void> {
    try {
      if (outcome === 'gone') await store.removePhone(id)
      if (outcome === 'delivered') await store.touchPhone(id, clock.now())
    } catch (error) {
      onStoreFailure(error)
    }
  }

  return {
    publicKey: async () => (await keys())?.publicKey,
    send: (phone, makeMessage, { ttl, urgency }) =>
      turnAt(phone.endpoint)(async () => {
        const message = makeMessage()
        if (!message) return undefined
        const vapid = await keys()
        if (!vapid) return 'refused'
        const topic = (await sha256(message.tag)).slice(0, topicLength)
        const { endpoint, keys: phoneKeys } = phone
        const request = { endpoint, keys: phoneKeys, payload: JSON.stringify(message), ttl, urgency, topic }
        const send = (signal: AbortSignal) => outside.sendPush({ ...request, vapid: { ...vapid, subject } }, signal)
        const status = await withTimeLimit(clock, sendLimitMs, send).catch((error: unknown) => {
          if (error instanceof PushRefused) return undefined
          throw error
        })
        if (status !== undefined && isTransient(status)) throw new Error(`The push service answered ${status}.`)
        const isDelivered = status !== undefined && status >= 200 && status < 300
        const outcome = isDelivered ? 'delivered' : gone.includes(status ?? 0) ? 'gone' : 'refused'
        void noteOutcome(phone, outcome)
        return outcome
      }),
  }
}
