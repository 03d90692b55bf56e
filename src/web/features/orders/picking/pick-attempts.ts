import { marks } from '#contract/desk/board-actions.ts'
import type { PickState } from '#contract/desk/marks.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { putAnswer } from '#web/api/order.ts'
import type { QueryClient } from '@tanstack/react-query'

/** A mark that is not stored yet, or that failed. */
export interface Attempt {
  readonly state: PickState | null
  readonly failure?: Failure
}

/** The attempts of an order, by the `lineKey` of each line. */
export type Attempts = ReadonlyMap<string, Attempt>

/** Marks lines independently. A mark is an attempt until the server has stored it. */
export interface PickAttempts {
  of(orderId: string): Attempts
  /** @returns how to stop. */
  watch(watcher: () => void): () => void
  /** @returns whether it was stored. A line whose last mark is still being sent is marked after that. */
  send(orderId: OrderId, line: string, state: PickState | null): Promise<boolean>
  /** Drops the failure of a line. */
  forget(orderId: string, line: string): void
}

/** A mark without an answer after this time counts as failed. Repeating it is harmless. */
const timeoutMs = 15_000

const none: Attempts = new Map()

export function createPickAttempts(queries: QueryClient): PickAttempts {
  const orders = new Map<string, Attempts>()
  const running = new Map<string, Promise<boolean>>()
  const watchers = new Set<() => void>()
  const of = (orderId: string): Attempts => orders.get(orderId) ?? none

  function put(orderId: string, line: string, attempt: Attempt | undefined): void {
    const lines = new Map(of(orderId))
    if (attempt) lines.set(line, attempt)
    else lines.delete(line)
    if (lines.size === 0) orders.delete(orderId)
    else orders.set(orderId, lines)
    for (const watcher of watchers) watcher()
  }

  /** Sends the latest mark of a line until none has come meanwhile, so that two never overtake each other. */
  async function sendLatest(orderId: OrderId, line: string): Promise<boolean> {
    await painted()
    for (;;) {
      const attempt = of(orderId).get(line)
      if (!attempt) return true
      const { state } = attempt
      const failure = await store(queries, orderId, line, state)
      if (of(orderId).get(line) !== attempt) continue
      put(orderId, line, failure && { state, failure })
      return failure === undefined
    }
  }

  return {
    of,
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    send(orderId, line, state) {
      put(orderId, line, { state })
      const key = JSON.stringify([orderId, line])
      const sending = running.get(key) ?? sendLatest(orderId, line).finally(() => running.delete(key))
      running.set(key, sending)
      return sending
    },
    forget: (orderId, line) => put(orderId, line, undefined),
  }
}

/**
 * Browsers paint a press before they run a timer. On a slow tablet a request takes as long to begin as the mark to draw:
 * 6 to 12 ms of the 50 in which a tick should be painted.
 */
const painted = () => new Promise<void>((resolve) => void setTimeout(resolve))

/** @returns the failure, if it was not stored. */
async function store(
  queries: QueryClient,
  orderId: OrderId,
  line: string,
  state: PickState | null,
): Promise<Failure | undefined> {
  try {
    const { data } = await callDesk(marks.pick, {
      params: { orderId, itemId: line },
      body: { state },
      signal: AbortSignal.timeout(timeoutMs),
    })
    putAnswer(queries, data)
    return undefined
  } catch (error) {
    return error instanceof Failure ? error : new Failure('internal', String(error))
  }
}
