import type { Clock } from '#contract/clock.ts'
import type { VendorEndpointName } from '#contract/vendor/endpoints.ts'
import { Refusal, unauthenticated } from './answers.ts'

/**
 * The ways in which a call to the vendor service can fail. `drop` cuts the connection; a `late` fault happens after the
 * effect, so that the caller cannot know that the call worked.
 */
export const faultKinds = [
  'slow',
  'hang',
  'drop',
  'drop-late',
  'error',
  'error-late',
  'error-200',
  'html',
  'html-late',
  'half',
  'empty',
  'unauthenticated',
  'forbidden',
  'forbidden-late',
  'too-many',
  'too-many-late',
  'another-order',
  'redirect',
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  readonly kind: FaultKind
  /** The endpoint; every one if omitted. */
  readonly on?: VendorEndpointName
  /** How often; 1 if omitted, `Infinity` until it is cleared. */
  readonly times?: number
  /** For `slow`: the delay in ms. For `too-many` and `too-many-late`: the `Retry-After`, rounded up to seconds. */
  readonly ms?: number
}

/** The pending faults, oldest first. */
export class Faults {
  #waiting: (Fault & { left: number })[] = []

  add(fault: Fault): void {
    this.#waiting.push({ ...fault, left: fault.times ?? 1 })
  }

  clear(): void {
    this.#waiting = []
  }

  /** The fault for this call; it counts as used. */
  take(on: VendorEndpointName): Fault | undefined {
    const fault = this.#waiting.find((each) => each.left > 0 && (each.on ?? on) === on)
    if (fault) fault.left -= 1
    this.#waiting = this.#waiting.filter((each) => each.left > 0)
    return fault
  }
}

/** A lost connection: over HTTP the socket is destroyed, in memory the call rejects as `fetch` does. */
export class ConnectionLost extends TypeError {
  constructor() {
    super('The connection was lost.')
  }
}

// unspecified: the status of this body, which the specification shows without one.
const unexpected = (status: number) => new Refusal(status, 'An unexpected error occurred on the server').toResponse()

const htmlPage = () =>
  new Response('<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>', {
    status: 502,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })

/** Faults before the effect. @returns undefined if the call continues. */
export async function faultBefore(fault: Fault, request: Request, clock: Clock): Promise<Response | undefined> {
  switch (fault.kind) {
    case 'slow':
      await clock.sleep(fault.ms ?? 3000, request.signal)
      return undefined
    case 'hang':
      await abortOf(request.signal)
      throw new ConnectionLost()
    case 'drop':
      throw new ConnectionLost()
    case 'error':
      return unexpected(500)
    case 'error-200':
      return unexpected(200)
    case 'html':
      return htmlPage()
    case 'unauthenticated':
      return unauthenticated(request.url.endsWith('/accept')).toResponse()
    case 'forbidden':
      return forbidden()
    case 'too-many':
      return tooMany(fault.ms)
    case 'redirect':
      return new Response(null, { status: 302, headers: { Location: '/elsewhere' } })
    default:
      return undefined
  }
}

const abortOf = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })

const forbidden = () => new Refusal(403, 'Forbidden').toResponse()

const tooMany = (ms = 1000) => {
  const answer = new Refusal(429, 'Too Many Attempts.').toResponse()
  answer.headers.set('Retry-After', String(Math.ceil(ms / 1000)))
  return answer
}

/** Faults after the effect: only the answer is lost. */
export async function faultAfter({ kind, ms }: Fault, answer: Response): Promise<Response> {
  switch (kind) {
    case 'drop-late':
      throw new ConnectionLost()
    case 'error-late':
      return unexpected(500)
    case 'html-late':
      return htmlPage()
    case 'forbidden-late':
      return forbidden()
    case 'too-many-late':
      return tooMany(ms)
    case 'empty':
      return new Response(null, { status: 200 })
    case 'half':
      return halfOf(await answer.text())
    case 'another-order':
      return Response.json(JSON.parse((await answer.text()).replace(/"id":"[^"]*"/, '"id":"another-1"')))
    default:
      return answer
  }
}

function halfOf(text: string): Response {
  const chunks = [new TextEncoder().encode(text.slice(0, text.length / 2))]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift()
      if (chunk) controller.enqueue(chunk)
      else controller.error(new ConnectionLost())
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}
