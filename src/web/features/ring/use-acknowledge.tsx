import { boardActions } from '#contract/desk/board-actions.ts'
import { rereadBoard } from '#web/api/board.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { putAnswer } from '#web/api/order.ts'
import { reactionMs } from '#web/components/misclick-guard.ts'
import { ringingRows } from '#web/features/ring/chain/links.ts'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { type Translate, useTranslate } from '#web/i18n/translations.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DOMAttributes, useLayoutEffect, useRef, useState } from 'react'

/** Why the ring goes on although somebody wanted to stop it. */
export function AcknowledgeFailure({ error }: { readonly error: Error }) {
  const t = useTranslate()
  return (
    <p role="alert" className="font-semibold text-red">
      {wordsFor(error, t)} <SignInLink error={error} />
    </p>
  )
}

function wordsFor(error: Error, t: Translate): string {
  switch (error instanceof Failure ? error.code : undefined) {
    case 'sign_in_required':
      return t('ring.signInFirst')
    case 'offline':
    case 'no_contact':
      return t('ring.seenNoContact')
    default:
      return t('ring.seenFailed', { message: error.message })
  }
}

/**
 * Somebody has seen the orders that ring: each is acknowledged, and rings nowhere for 45 s. What came while a finger was
 * on its way was not seen: it rings on. A mouse's pointer is seen, as for stray taps.
 */
export function useAcknowledge() {
  const queries = useQueryClient()
  const idsSeenAt = useIdsSeenAt()
  const touchedAt = useRef<number>(undefined)
  const [wasMisclick, setWasMisclick] = useState(false)
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async (orderIds: readonly string[]) => {
      const asked = orderIds.map(async (orderId) => {
        const { data } = await callDesk(boardActions.acknowledge, { params: { orderId } })
        putAnswer(queries, data)
      })
      const failed = (await Promise.allSettled(asked)).flatMap((each) =>
        isFailure(each) ? [each.reason as unknown] : [],
      )
      if (failed.length > 0) throw failed[0]
    },
    onError: () => rereadBoard(queries),
  })

  const press: Pick<DOMAttributes<HTMLElement>, 'onPointerDown' | 'onClick'> = {
    // What a finger means it means as it comes down, long before a busy tablet tells of it.
    onPointerDown({ pointerType, timeStamp }) {
      touchedAt.current = pointerType === 'mouse' ? undefined : timeStamp
    },
    onClick({ detail }) {
      // A click that no finger made, as one by a key, came after no touch.
      const touched = detail === 0 ? undefined : touchedAt.current
      const ids = idsSeenAt(touched)
      setWasMisclick(ids.length === 0)
      if (ids.length === 0) reset()
      else mutate(ids)
    },
  }
  return { error, isPending, reset, wasMisclick, press }
}

/** The orders that ring; at a touch those that have done so on this screen for as long as it takes to see it. */
function useIdsSeenAt(): (touchedAt: number | undefined) => readonly string[] {
  const queries = useQueryClient()
  /** Since when, on the page's own clock. */
  const since = useRef<ReadonlyMap<string, number>>(new Map())
  // It is drawn again whenever another order rings.
  useLayoutEffect(() => {
    const [before, now] = [since.current, performance.now()]
    since.current = new Map(ringingRows(queries).map(({ order_id: id }) => [id, before.get(id) ?? now]))
  })
  return (touchedAt) =>
    ringingRows(queries)
      .map(({ order_id: id }) => id)
      .filter((id) => touchedAt === undefined || touchedAt - (since.current.get(id) ?? Infinity) >= reactionMs)
}

/** One that was answered meanwhile rings no more, which is all that was wanted. */
const isFailure = (each: PromiseSettledResult<unknown>): each is PromiseRejectedResult =>
  each.status === 'rejected' && !(each.reason instanceof Failure && each.reason.code === 'order_not_found')
