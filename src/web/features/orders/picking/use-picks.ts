import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { putAnswer } from '#web/api/order.ts'
import { marks } from '#contract/desk/mark-endpoints.ts'
import type { PickState } from '#contract/desk/marks.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

/** What was tapped and is not kept yet, or could not be. */
export interface Attempt {
  readonly state: PickState | null
  readonly failure?: Failure
}

/** A mark that nobody confirmed by then is said not to be kept: it may be made again, any number of times. */
const timeoutMs = 15_000

/** Marks lines, each by itself. Until the desk has kept a mark it is only an attempt, and is shown as one. */
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
  return { attempts, send }
}

const withoutLine = (all: ReadonlyMap<string, Attempt>, line: string) =>
  new Map([...all].filter(([each]) => each !== line))
