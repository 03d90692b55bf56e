import { marks } from '#contract/desk/board-actions.ts'
import type { PickState } from '#contract/desk/marks.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { putAnswer } from '#web/api/order.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

/** A mark that is not stored yet, or that failed. */
export interface Attempt {
  readonly state: PickState | null
  readonly failure?: Failure
}

/** A mark without an answer after this time counts as failed. Repeating it is harmless. */
const timeoutMs = 15_000

/** Marks lines independently. A mark is shown as an attempt until the server has stored it. */
export function usePicks(orderId: OrderId) {
  const queries = useQueryClient()
  const [attempts, setAttempts] = useState<ReadonlyMap<string, Attempt>>(new Map())

  const send = useCallback(
    async (line: string, state: PickState | null): Promise<boolean> => {
      const attempt: Attempt = { state }
      setAttempts((all) => new Map(all).set(line, attempt))
      try {
        const { data } = await callDesk(marks.pick, {
          params: { orderId, itemId: line },
          body: { state },
          signal: AbortSignal.timeout(timeoutMs),
        })
        putAnswer(queries, data)
        setAttempts((all) => (all.get(line) === attempt ? withoutLine(all, line) : all))
        return true
      } catch (error) {
        const failure = error instanceof Failure ? error : new Failure('internal', String(error))
        setAttempts((all) => (all.get(line) === attempt ? new Map(all).set(line, { state, failure }) : all))
        return false
      }
    },
    [queries, orderId],
  )
  const forget = (line: string) => setAttempts((all) => withoutLine(all, line))
  return { attempts, send, forget }
}

const withoutLine = (all: ReadonlyMap<string, Attempt>, line: string) =>
  new Map([...all].filter(([each]) => each !== line))

// Each piece of a line is scanned by itself. The counts outlive the screen, and exist on this tablet only.

const counts = new Map<string, number>()

const keyOf = (orderId: string, line: string, quantity: number): string => JSON.stringify([orderId, line, quantity])

export const scannedOf = (orderId: string, line: string, quantity: number): number =>
  counts.get(keyOf(orderId, line, quantity)) ?? 0

export function setScanned(orderId: string, line: string, quantity: number, count: number): void {
  if (count === 0) counts.delete(keyOf(orderId, line, quantity))
  else counts.set(keyOf(orderId, line, quantity), count)
}
