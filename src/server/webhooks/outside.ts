import type { DeliveryProblem } from '#contract/desk/outgoing-webhooks.ts'

export interface OutgoingRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** There is no answer. */
export class NoAnswer extends Error {
  readonly problem: DeliveryProblem
  constructor(problem: DeliveryProblem) {
    super(`The receiver did not answer (${problem}).`)
    this.problem = problem
  }
}

/** What webhooks need from outside. */
export interface WebhooksOutside {
  /** Whether a receiver may be there, as far as the address itself tells; a name is checked each time that it is used. */
  readonly allowsUrl: (url: URL) => boolean
  /** Posts once, without following redirects. @throws {NoAnswer}, or another error if the signal aborts. */
  readonly post: (
    request: OutgoingRequest,
    signal: AbortSignal,
  ) => Promise<{ readonly status: number; readonly retryAfter: string | null }>
}

/** For a desk that can reach nobody outside, such as the demo. */
export const noReceivers: WebhooksOutside = {
  allowsUrl: () => true,
  post: () => Promise.reject(new NoAnswer('unreachable')),
}
