import { marks } from '#contract/desk/mark-endpoints.ts'
import { type HandOverKind, handOverKinds } from '#contract/desk/marks.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { type OrderView, putAnswer } from '#web/api/order.ts'
import { isSameCode, readHandOverCode } from './hand-over-code.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

interface Mark {
  readonly isMade: boolean
  readonly codeMatched: boolean
}

/** Stores or removes the mark that an order was handed over or returned, for all tablets of this desk. */
export function useHandOver(orderId: OrderId, kind: HandOverKind) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ isMade, codeMatched }: Mark) =>
      callDesk(marks.handOver, {
        params: { orderId },
        body: { state: isMade ? 'handed_over' : null, kind, code_matched: codeMatched },
        signal: AbortSignal.timeout(15_000),
      }),
    // Updates the board at once, because staff may go there next.
    onSuccess: ({ data }) => putAnswer(queries, data),
  })
}

/** The state of a comparison. `waiting`: for input. `none`: the service has no code. */
export type Comparison =
  | { readonly is: 'waiting' | 'reading' | 'match' | 'mismatch' | 'none' }
  | { readonly is: 'failed'; readonly failure: Failure }

const waiting: Comparison = { is: 'waiting' }

/**
 * Compares the typed text with the service's current code. The comparison happens in the browser; the typed text is
 * neither stored nor sent.
 */
export function useComparison(orderId: OrderId, kind: HandOverKind) {
  const [comparison, setComparison] = useState(waiting)
  // A result for an older text is dropped.
  const run = useRef(0)

  useEffect(() => {
    let isLeft = false
    // Tells at once if the order has no code.
    const check = async () => {
      const code = await readHandOverCode(orderId, kind).catch(() => '')
      if (code === undefined && !isLeft) setComparison((now) => (now.is === 'waiting' ? { is: 'none' } : now))
    }
    void check()
    return () => {
      isLeft = true
    }
  }, [orderId, kind])

  async function compare(typed: string): Promise<void> {
    run.current += 1
    const current = run.current
    setComparison({ is: 'reading' })
    const next = await compareOnce(orderId, kind, typed)
    if (run.current === current) setComparison(next)
  }

  function forget(): void {
    run.current += 1
    setComparison((now) => (now.is === 'none' ? now : waiting))
  }

  return { comparison, compare, forget }
}

async function compareOnce(orderId: OrderId, kind: HandOverKind, typed: string): Promise<Comparison> {
  try {
    const code = await readHandOverCode(orderId, kind)
    if (code === undefined) return { is: 'none' }
    return { is: isSameCode(typed, code) ? 'match' : 'mismatch' }
  } catch (error) {
    return { is: 'failed', failure: error instanceof Failure ? error : new Failure('internal', String(error)) }
  }
}

/** The next hand-over of a ready order: a pickup, or a return if only that has a code. */
export const nextKind = ({ order, lane }: OrderView): HandOverKind | undefined => {
  if (lane !== 'ready') return undefined
  return order.return_otp && !order.pickup_otp ? 'return' : 'pickup'
}

/** The other hand-overs that can be marked: those with a code or a mark, and the return of an order handed over. */
export function otherKinds(view: OrderView): readonly HandOverKind[] {
  const { order, row } = view
  if (!row) return []
  const isPossible = {
    pickup: order.pickup_otp !== undefined || row.handed_over !== null,
    return: order.return_otp !== undefined || row.handed_over !== null || row.returned !== null,
  }
  return handOverKinds.filter((kind) => isPossible[kind] && kind !== nextKind(view))
}
