import { boardActions } from '#contract/desk/board-actions.ts'
import { rereadBoard } from '#web/api/board.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { putAnswer } from '#web/api/order.ts'
import { reactionMs } from '#web/components/misclick-guard.ts'
import { ringingRows } from '#web/features/ring/chain/ring-status.ts'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { type Translate, useTranslate } from '#web/i18n/translations.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DOMAttributes, useLayoutEffect, useRef, useState } from 'react'

interface AcknowledgeFailureProps {
  readonly error: Error
  readonly onSignedIn: () => void
}

/** Shows why the ring could not be silenced. */
export function AcknowledgeFailure({ error, onSignedIn }: AcknowledgeFailureProps) {
  const t = useTranslate()
  return (
    <p role="alert" className="font-semibold text-red">
      {failureText(error, t)} <SignInLink error={error} onSignedIn={onSignedIn} />
    </p>
  )
}

function failureText(error: Error, t: Translate): string {
  switch (error instanceof Failure ? error.code : undefined) {
    case 'sign_in_required':
      return t('ring.signInFirst')
    case 'offline':
    case 'no_contact':
      return t('ring.silenceNoContact')
    default:
      return t('ring.silenceFailed', { message: error.message })
  }
}

/**
 * Acknowledges the ringing orders, which silences them on all tablets for 45 s. An order that began to ring too late for
 * the person to notice it before the press keeps ringing. A mouse press counts for all, as in `misclick-guard`.
 */
export function useAcknowledge() {
  const queries = useQueryClient()
  const idsSeenAt = useIdsSeenAt()
  const touchedAt = useRef<number>(undefined)
  const [wasMisclick, setWasMisclick] = useState(false)
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async (orderIds: readonly string[]) => {
      const requests = orderIds.map(async (orderId) => {
        const { data } = await callDesk(boardActions.acknowledge, { params: { orderId } })
        putAnswer(queries, data)
      })
      const failed = (await Promise.allSettled(requests)).flatMap((each) =>
        isFailure(each) ? [each.reason as unknown] : [],
      )
      if (failed.length > 0) throw failed[0]
    },
    onError: () => rereadBoard(queries),
  })

  const press: Pick<DOMAttributes<HTMLElement>, 'onPointerDown' | 'onClick'> = {
    // The time of the touch counts, because a busy tablet delivers the click much later.
    onPointerDown({ pointerType, timeStamp }) {
      touchedAt.current = pointerType === 'mouse' ? undefined : timeStamp
    },
    onClick({ detail }) {
      // A click with detail 0 comes from a key, not a pointer.
      const touched = detail === 0 ? undefined : touchedAt.current
      const ids = idsSeenAt(touched)
      setWasMisclick(ids.length === 0)
      if (ids.length === 0) reset()
      else mutate(ids)
    },
  }
  return { error, isPending, reset, wasMisclick, press }
}

/** Returns the ids of ringing orders; for a touch, only those that have rung long enough to be noticed. */
function useIdsSeenAt(): (touchedAt: number | undefined) => readonly string[] {
  const queries = useQueryClient()
  /** When each order began to ring, on the clock of `performance.now()`. */
  const since = useRef<ReadonlyMap<string, number>>(new Map())
  // The component renders whenever the ringing orders change.
  useLayoutEffect(() => {
    const [before, now] = [since.current, performance.now()]
    since.current = new Map(ringingRows(queries).map(({ order_id: id }) => [id, before.get(id) ?? now]))
  })
  return (touchedAt) =>
    ringingRows(queries)
      .map(({ order_id: id }) => id)
      .filter((id) => touchedAt === undefined || touchedAt - (since.current.get(id) ?? Infinity) >= reactionMs)
}

/** An order that was answered meanwhile no longer rings, so its error is ignored. */
const isFailure = (each: PromiseSettledResult<unknown>): each is PromiseRejectedResult =>
  each.status === 'rejected' && !(each.reason instanceof Failure && each.reason.code === 'order_not_found')
