import { requestSignIn, sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { ReadyMessages } from '#web/features/orders/answer/ready-messages.tsx'
import { useReady } from '#web/features/orders/answer/use-ready.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useStation } from './station-context.ts'
import type { Ticket } from './tickets.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId } from 'react'

/** Offers to mark an order as ready once all of it is prepared; where nobody is signed in, the way to do so. */
export function ReadyFoot({ ticket: { row, order, orderId } }: { readonly ticket: Ticket }) {
  const t = useTranslate()
  const id = useId()
  const { onReadyPress } = useStation()
  const isSignedIn = Boolean(useQuery(sessionQuery()).data?.staff)
  const ready = useReady(row, order)
  const { answer, hold, press, pressGuard, isUnknown } = ready
  const pressNow = useEffectEvent(() => {
    if (isUnknown || answer.isPending) return
    if (isSignedIn) press()
    else void requestSignIn()
  })
  useEffect(() => onReadyPress(orderId, () => pressNow()), [onReadyPress, orderId])

  return (
    <>
      {!isUnknown && (
        <Button
          {...pressGuard}
          look={isSignedIn ? 'primary' : 'quiet'}
          isBusy={answer.isPending}
          aria-describedby={id}
          className="station-ticket-button"
          onClick={isSignedIn ? press : () => void requestSignIn()}
        >
          {t(isSignedIn ? (hold.held ? 'action.undo' : 'action.ready') : 'station.signIn')}
        </Button>
      )}
      <ReadyMessages id={id} row={row} ready={ready} className="station-ticket-messages" />
    </>
  )
}
