import type { Action } from '#contract/desk/action.ts'
import { feedPath } from '#contract/desk/feed.ts'
import { inbox, type OrderRow } from '#contract/desk/inbox.ts'

// What a tablet without a screen asks of a desk.

export interface Press {
  readonly orderId: string
  readonly action: Action
  readonly body?: unknown
  /** The key of a press that is repeated. */
  readonly key?: string
}

/** Sends an action. @returns undefined if it was not answered in time. */
export function sendAction(
  url: string,
  cookie: string,
  { orderId, action, body, key = crypto.randomUUID() }: Press,
  limitMs = 40_000,
): Promise<Response | undefined> {
  const headers = { Cookie: cookie, Origin: url, 'Idempotency-Key': key }
  return fetch(`${url}/api/developer/v1/orders/${orderId}/${action}`, {
    method: 'POST',
    ...(body === undefined
      ? { headers }
      : { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(limitMs),
  }).catch(() => undefined)
}

/** Reads the open board. */
export async function readBoard(url: string, cookie: string): Promise<readonly OrderRow[]> {
  const answer = await fetch(url + inbox.list.path, { headers: { Cookie: cookie } })
  return ((await answer.json()) as { readonly data: readonly OrderRow[] }).data
}

/** Reads the feed until it ends or is left. */
export async function readFeed(url: string, cookie: string, leave: AbortSignal): Promise<void> {
  try {
    const { body } = await fetch(url + feedPath, { headers: { Cookie: cookie }, signal: leave })
    for await (const bytes of body ?? []) if (bytes.length === 0) return
  } catch (error) {
    if (!leave.aborted) throw error
  }
}
