import type { AlertMessage } from './call-body.ts'

/** A VAPID key pair (RFC 8292), in base64url. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export interface PushRequest {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  /** Encrypted for the phone before it is sent. */
  readonly payload: string
  /** How long the push service keeps it for a phone that cannot be reached, in seconds. */
  readonly ttl: number
  readonly urgency: 'high' | 'low'
  /** A waiting message of the same topic is replaced: at most 32 letters of base64url. */
  readonly topic: string
  readonly vapid: PushKeys & { readonly subject: string }
}

/** The address of a phone's push service may not be connected to, or the message cannot be made. */
export class PushRefused extends Error {}

/** What alerts need from outside. */
export interface AlertsOutside {
  /** Makes the keys of the first start; without it no push can be sent. */
  readonly makePushKeys?: (() => PushKeys) | undefined
  /** Whether a phone may have its push service there, as far as the address itself tells. */
  readonly allowsEndpoint: (endpoint: URL) => boolean
  /** @returns the HTTP status of the push service. @throws {PushRefused}, or another error if there is no answer */
  readonly sendPush: (request: PushRequest, signal: AbortSignal) => Promise<number>
  /** The hosts of ALERT_URL, in its order. */
  readonly callHosts: readonly string[]
  /** Sends to the address in that place. @throws if it was not accepted */
  readonly sendCall: (place: number, message: AlertMessage, signal: AbortSignal) => Promise<void>
  readonly isCallSigned: boolean
}

/** For a desk that can reach nobody outside, such as the demo. */
export const nobodyOutside: AlertsOutside = {
  allowsEndpoint: () => false,
  sendPush: () => Promise.reject(new PushRefused('No push can be sent.')),
  callHosts: [],
  sendCall: () => Promise.resolve(),
  isCallSigned: false,
}
