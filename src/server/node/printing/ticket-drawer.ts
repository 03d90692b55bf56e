import { Worker } from 'node:worker_threads'
import type { Clock } from '#contract/clock.ts'
import { createThreadCalls } from '#server/node/thread-calls.ts'
import type { DrawTicket } from '#server/printing/ticket.ts'
import { createTurns, TimedOut, withTimeLimit } from '#server/runtime/tasks.ts'
import type { ServedDrawing } from './drawing-worker.ts'

export interface TicketDrawer {
  /** Rejects if a ticket cannot be drawn within 5 s, or after `close`. */
  readonly draw: DrawTicket
  close(): Promise<void>
}

const drawnWithinMs = 5_000

/**
 * Draws tickets in a thread of its own, which starts with the first ticket; one that died or hangs is replaced with the
 * next one.
 */
export function createTicketDrawer(
  clock: Clock,
  script: URL = new URL('drawing-worker.ts', import.meta.url),
): TicketDrawer {
  let thread: ReturnType<typeof start> | undefined
  let isClosed = false
  // The limit is for each ticket, however many wait.
  const inTurn = createTurns(1)

  function start() {
    const worker = new Worker(script)
    // The thread alone must not keep the process running.
    worker.unref()
    const calls = createThreadCalls<ServedDrawing>(worker, {})
    let message = 'it ended'
    worker.on('error', (error) => (message = error instanceof Error ? error.message : String(error)))
    worker.on('exit', () => {
      calls.end(new Error(`The drawing thread is gone: ${message}.`))
      if (thread === started) thread = undefined
    })
    const started = { calls, end: () => worker.terminate() }
    return started
  }

  async function end(): Promise<void> {
    const ended = thread
    thread = undefined
    await ended?.end()
  }

  return {
    draw: (page, width) =>
      inTurn(async () => {
        if (isClosed) throw new Error('The drawing thread is closed.')
        const { calls } = (thread ??= start())
        try {
          return await withTimeLimit(clock, drawnWithinMs, () => calls.call('draw', { page, width }))
        } catch (error) {
          if (error instanceof TimedOut) await end()
          throw error
        }
      }),
    async close() {
      isClosed = true
      await end()
    },
  }
}
