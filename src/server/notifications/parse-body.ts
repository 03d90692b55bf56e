import { isRecord } from '#contract/json.ts'
import { readBytesLimited, TooLarge } from '#server/http/input-limits.ts'

// Many services send a ping when a webhook is registered, to check its address.

/** Kinds such as `ping`, `webhook.test`, `WebhookTest` and `endpoint.verification`. */
const pingWord =
  /(?<![a-z])(?:ping|test|handshake)(?![a-z])|(?:hook|endpoint|url|subscription).?(?:ping|test|verif|validat)/i

export const isPingKind = (kind: string | undefined): boolean =>
  kind !== undefined && pingWord.test(kind) && !/order/i.test(kind)

/** The fields that name the registered webhook itself. */
const webhookIds: readonly string[] = ['webhook_id', 'webhookId', 'hook_id', 'hookId']
const yes: readonly unknown[] = [true, 1, 'true', '1']

/**
 * Whether a notification without a kind and without an order is a ping: `webhook_id=2` (WooCommerce), `zen` and `hook_id`
 * (GitHub), `{"test":true}`. A webhook's id beside other fields is not enough, as these may name an order.
 */
export function looksLikePing(body: unknown): boolean {
  if (typeof body === 'string') return /^(?:ping|test)$/i.test(body)
  if (!isRecord(body)) return false
  const names = Object.keys(body)
  if (names.length > 0 && names.every((name) => webhookIds.includes(name))) return true
  if ('zen' in body && 'hook_id' in body) return true
  return yes.includes(body['test']) || yes.includes(body['ping'])
}

/**
 * Unpacks gzip up to a limit. @returns nothing if it is not valid gzip
 * @throws {TooLarge} beyond the limit, without unpacking the rest
 */
export async function unpackGzip(
  packed: Uint8Array<ArrayBuffer>,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (packed.byteLength === 0) return packed
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  try {
    return await readBytesLimited(new Response(unpacked), limitBytes)
  } catch (error) {
    if (error instanceof TooLarge) throw error
    return undefined
  }
}
