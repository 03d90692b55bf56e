import type { Clock } from '#contract/clock.ts'
import type { Tally, TestResult, WebhookState } from '#contract/desk/webhook.ts'
import { isRecord } from '#contract/json.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import { readLimited } from '#server/http/input-limits.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import type { PeerMessage } from '#server/storage/store.ts'
import { withTimeLimit } from '#server/runtime/tasks.ts'
import { proofHeader, proofOf, proofShape, type WebhookAuthDeps } from './webhook-auth.ts'

/** The result of a notification: understood, refused or unreadable. */
type WebhookResult = 'received' | 'refused' | 'unreadable'

export interface WebhookStats {
  note(result: WebhookResult): void
  read(result: WebhookResult): Tally
  /** When counting began, in milliseconds since 1970. */
  readonly since: number
  /** Takes from the store when the last order was received by a notification. */
  load(inbox: Pick<Inbox, 'open' | 'closed'>): Promise<void>
  /** When a notification, or a test, was last understood: ISO 8601, at any server of the shop; null if not known. */
  heardAt(): string | null
  /** This server's part of the message to its peers. */
  report(): Pick<PeerMessage, 'webhookHeardAt'>
}

interface Count {
  readonly count: number
  readonly firstAt: number
  readonly lastAt: number
}

const closedLookedThrough = 50

/** Counts notifications since the process started. `peers` are the latest messages of the other servers. */
export function createWebhookStats(clock: Clock, peers: () => readonly PeerMessage[]): WebhookStats {
  const counts = new Map<WebhookResult, Count>()
  /** The time of the last order in the store that a notification announced. */
  let loadedAt = Number.NEGATIVE_INFINITY
  const heardHere = () => counts.get('received')?.lastAt ?? loadedAt
  const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())
  return {
    since: clock.now(),
    note(result) {
      const now = clock.now()
      const before = counts.get(result)
      counts.set(result, { count: (before?.count ?? 0) + 1, firstAt: before?.firstAt ?? now, lastAt: now })
    },
    read(result) {
      const { count = 0, firstAt, lastAt } = counts.get(result) ?? {}
      return { count, first_at: iso(firstAt), last_at: iso(lastAt) }
    },
    async load(inbox) {
      const records = [...inbox.open(), ...(await inbox.closed({ limit: closedLookedThrough }))]
      loadedAt = Math.max(...records.filter(({ source }) => source === 'webhook').map(({ receivedAt }) => receivedAt))
    },
    heardAt() {
      const latest = Math.max(heardHere(), ...peers().map(({ webhookHeardAt = loadedAt }) => webhookHeardAt))
      return Number.isFinite(latest) ? new Date(latest).toISOString() : null
    },
    report: () => (Number.isFinite(heardHere()) ? { webhookHeardAt: heardHere() } : {}),
  }
}

/** Sends a request to this desk's own public address from outside; follows no redirect. */
export type SendToSelf = (request: Request) => Promise<Response>

interface WebhookCheckDeps {
  /** The address staff open. */
  readonly publicOrigin: string
  readonly auth: WebhookAuthDeps
  readonly tally: WebhookStats
  readonly clock: Clock
  readonly sendToSelf: SendToSelf
  readonly log: (event: string, fields: Readonly<Record<string, unknown>>) => void
}

export interface WebhookCheck {
  /** The data needed to register the webhook, and its recent results. */
  read(): Response
  /** Sends one test. @throws {HttpError} 409 without a secret, 429 within 5 s of the last */
  test(): Promise<Response>
}

type Outcome = { readonly result: TestResult; readonly status: number | null }

const testLimitMs = 10_000
const testEveryMs = 5000
const answerLimitBytes = 16 * 1024
/** White space alone is a test and never an order. One byte, so that there is something to sign. */
const testBody = new Uint8Array([0x0a])

export function createWebhookCheck(deps: WebhookCheckDeps): WebhookCheck {
  const { publicOrigin, auth, tally, clock, sendToSelf, log } = deps
  const { mode, secret } = auth
  const address = `${publicOrigin}/webhooks/orders`
  let testedAt = Number.NEGATIVE_INFINITY

  async function buildTest(own: string, signal: AbortSignal): Promise<Request> {
    const proof = await proofOf(testBody, own, auth)
    const header = proofHeader[mode]
    return new Request(header === undefined ? `${address}/${encodeURIComponent(proof)}` : address, {
      method: 'POST',
      headers: header === undefined ? {} : { [header]: proof },
      body: testBody,
      redirect: 'manual',
      signal,
    })
  }

  async function send(own: string): Promise<Outcome> {
    try {
      return await withTimeLimit(clock, testLimitMs, async (signal) => {
        const response = await sendToSelf(await buildTest(own, signal))
        const { status } = response
        // Another server may answer 202 too; only the desk's own answer names a test.
        if (status === 202 && isOurs(await readLimited(response, answerLimitBytes).catch(() => '')))
          return { result: 'arrived', status }
        void response.body?.cancel().catch(() => undefined)
        return { result: status === 401 ? 'refused' : 'other', status }
      })
    } catch {
      // The error may contain the address, which holds the secret in `path` mode, so it is dropped.
      return { result: 'unreachable', status: null }
    }
  }

  return {
    read() {
      const name = proofHeader[mode]
      const state: WebhookState = {
        address: name === undefined ? `${address}/…` : address,
        mode,
        header: name === undefined ? null : { name, value: proofShape[mode] },
        is_configured: secret !== undefined,
        since: new Date(tally.since).toISOString(),
        last_heard_at: tally.heardAt(),
        refused: tally.read('refused'),
        unreadable: tally.read('unreadable'),
      }
      return answer(200, { data: state })
    },
    async test() {
      if (secret === undefined) throw new HttpError(409, 'webhook_off', 'No WEBHOOK_SECRET is set.')
      const waitMs = testedAt + testEveryMs - clock.steady()
      if (waitMs > 0) {
        throw new HttpError(429, 'too_soon', 'There was a test a moment ago.', { retryAfterMs: waitMs })
      }
      testedAt = clock.steady()
      const outcome = await send(secret)
      log('webhook_test', outcome)
      return answer(200, { data: outcome })
    },
  }
}

function isOurs(body: string): boolean {
  try {
    const { data } = JSON.parse(body) as { readonly data?: unknown } // Checked below.
    return isRecord(data) && data['result'] === 'test'
  } catch {
    return false
  }
}
