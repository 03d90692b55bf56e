import type { AlertMessage } from '#server/alerts/call-body.ts'
import type { AlertsOutside } from '#server/alerts/outside.ts'
import { signMessage } from '#server/webhooks/sign-message.ts'

/** An address of ALERT_URL, and whether it takes the alert's fields or a sentence. */
export interface CallAddress {
  readonly url: string
  readonly takes: 'fields' | 'text'
}

type CallOutside = Pick<AlertsOutside, 'callHosts' | 'sendCall' | 'isCallSigned'>

/**
 * Sends alerts to the addresses of ALERT_URL, signed by ALERT_SECRET if there is one. It throws if an alert was not
 * accepted; the error omits the address, which may be a secret.
 */
export const createCallSender = (addresses: readonly CallAddress[], secret: string | undefined): CallOutside => ({
  callHosts: addresses.map(({ url }) => new URL(url).host),
  isCallSigned: secret !== undefined,
  async sendCall(place, message, signal) {
    const address = addresses[place]
    if (!address) return
    const body = JSON.stringify(bodyFor(address, message))
    const signed =
      secret === undefined
        ? {}
        : await signMessage(crypto.subtle, [keyOf(secret)], { id: message.id, body, at: Date.now() })
    const response = await fetch(address.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...signed },
      body,
      redirect: 'error',
      signal,
    }).catch((error: unknown) => {
      throw new Error(`ALERT_URL cannot be reached (${reasonOf(error)})`)
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`ALERT_URL answered ${response.status}`)
  },
})

/** The secret's characters are the key: it is one that somebody chose, not one of ours. */
const keyOf = (secret: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(secret)

/** Slack takes `text`, and Discord `content`; each leaves out what it does not know. */
const bodyFor = ({ takes }: CallAddress, { body, text }: AlertMessage): unknown =>
  takes === 'text' ? { text, content: text } : body

/** The system's error code, because a message would contain the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
