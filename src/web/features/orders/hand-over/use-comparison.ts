import { Failure } from '#web/api/http/failure.ts'
import type { HandOverKind } from '#contract/desk/marks.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { useEffect, useRef, useState } from 'react'
import { isSameCode } from './is-same-code.ts'
import { readHandOverCode } from './read-hand-over-code.ts'

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
