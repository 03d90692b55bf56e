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

/** Marks on this desk, for all tablets, that a bag was handed over or came back, or takes that back. */
export function useHandOver(orderId: OrderId, kind: HandOverKind) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ isMade, codeMatched }: Mark) =>
      callDesk(marks.handOver, {
        params: { orderId },
        body: { state: isMade ? 'handed_over' : null, kind, code_matched: codeMatched },
        signal: AbortSignal.timeout(15_000),
      }),
    // The board, where somebody may go next, is not to show the bag where it was.
    onSuccess: ({ data }) => putAnswer(queries, data),
  })
}

/** Where a comparison stands. `waiting`: for somebody to type; `none`: the service has no code. */
export type Comparison =
  | { readonly is: 'waiting' | 'reading' | 'match' | 'mismatch' | 'none' }
  | { readonly is: 'failed'; readonly failure: Failure }

const waiting: Comparison = { is: 'waiting' }

/**
 * Compares what is typed with the code that the service has at that moment. What is typed stays in the field: it is
 * compared here, and neither kept nor sent.
 */
export function useComparison(orderId: OrderId, kind: HandOverKind) {
  const [comparison, setComparison] = useState(waiting)
  // What was read for an older text says nothing of what is in the field now.
  const run = useRef(0)

  useEffect(() => {
    let isLeft = false
    // Nobody is asked for a code that there is none of.
    const look = async () => {
      const code = await readHandOverCode(orderId, kind).catch(() => '')
      if (code === undefined && !isLeft) setComparison((now) => (now.is === 'waiting' ? { is: 'none' } : now))
    }
    void look()
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

/** What comes next for an order that is ready: its bag is given away, or taken back where only that has a code. */
export const nextKind = ({ order, lane }: OrderView): HandOverKind | undefined => {
  if (lane !== 'ready') return undefined
  return order.return_otp && !order.pickup_otp ? 'return' : 'pickup'
}

/** What else may be marked: where there is a code for it, or it was marked, or where a bag that went out may come back. */
export function otherKinds(view: OrderView): readonly HandOverKind[] {
  const { order, row } = view
  if (!row) return []
  const isPossible = {
    pickup: order.pickup_otp !== undefined || row.handed_over !== null,
    return: order.return_otp !== undefined || row.handed_over !== null || row.returned !== null,
  }
  return handOverKinds.filter((kind) => isPossible[kind] && kind !== nextKind(view))
}
