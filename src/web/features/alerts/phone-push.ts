import { alerts, PushSubscriptionJson } from '#contract/desk/alerts.ts'
import type { Mode } from '#contract/desk/session.ts'
import { callDesk } from '#web/api/http/call.ts'
import { readAlertedAs, saveAlertedAs } from '#web/api/preferences.ts'
import type { Language } from '#web/i18n/language.ts'
import * as z from 'zod/mini'

// Web Push in this browser. The service worker that shows the alerts is registered when the page has loaded
// (`web/app/keep-current.ts`).

/** Why this browser cannot get alerts. `install`: iOS gives Web Push only to pages on the Home Screen. */
export type PushObstacle = 'demo' | 'insecure' | 'install' | 'unsupported'

export function pushObstacle(mode: Mode): PushObstacle | undefined {
  if (mode === 'demo') return 'demo'
  if (!window.isSecureContext) return 'insecure'
  if ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis) return undefined
  return isApplePhone() ? 'install' : 'unsupported'
}

/** An iPad says that it is a Mac, but Macs have no touch screen. */
const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Whoever uses the browser has not allowed notifications. */
export class NotAllowed extends Error {}
/** The browser or its push service refuses. */
export class NoPush extends Error {}

/** This browser's subscription; undefined if it has none. */
export async function currentSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** Longer than the page takes to register its worker. */
const workerLimitMs = 15_000

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const limit = new Promise<never>((_, reject) => void setTimeout(reject, workerLimitMs, new NoPush('No worker.')))
  return Promise.race([navigator.serviceWorker.ready, limit])
}

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** The browser's subscription with this key. One with an earlier key is replaced. @throws {NoPush} */
async function subscriptionWith(key: string): Promise<PushSubscription> {
  try {
    const { pushManager } = await readyWorker()
    const known = await pushManager.getSubscription()
    const itsKey = known?.options.applicationServerKey
    if (known && itsKey && base64url(itsKey) === key) return known
    await known?.unsubscribe()
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch (error) {
    throw error instanceof NoPush ? error : new NoPush('No subscription.', { cause: error })
  }
}

interface Receiver {
  readonly personId: string
  readonly language: Language
}

/** Subscribes with this key, and tells the desk unless it knows. */
async function subscribe(
  key: string,
  { personId, language }: Receiver,
  isKnown: (mark: string) => boolean,
): Promise<void> {
  const subscription = await subscriptionWith(key)
  const mark = [personId, language, subscription.endpoint, key].join(' ')
  if (isKnown(mark)) return
  const body = z.parse(PushSubscriptionJson, { ...subscription.toJSON(), language })
  await callDesk(alerts.subscribe, { body })
  saveAlertedAs(mark)
}

/**
 * Has the signed-in person's alerts sent to this browser. Only inside a press, because the browser asks for permission.
 * @throws {NotAllowed | NoPush | Failure}
 */
export async function turnOnAlerts(key: string, receiver: Receiver): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  await subscribe(key, receiver, () => false)
}

/** @throws {Failure} */
export async function stopAlerts(): Promise<void> {
  const subscription = await currentSubscription()
  if (subscription) await callDesk(alerts.unsubscribe, { body: { endpoint: subscription.endpoint } })
  await subscription?.unsubscribe()
  saveAlertedAs('')
}

/** Sends this browser's subscription again if its person, its language, the server's key or the browser's end changed. */
export async function keepAlerts(receiver: Receiver): Promise<void> {
  const before = readAlertedAs()
  if (before === null || Notification.permission !== 'granted') return
  const { public_key: key } = await callDesk(alerts.pushKey)
  await subscribe(key, receiver, (mark) => mark === before)
}
