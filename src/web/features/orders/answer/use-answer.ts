import { laneOnceDone } from '#domain/lane.ts'
import { countAnswer, requestTicket } from '#web/api/screen-state.ts'
import { Failure } from '#web/api/http/failure.ts'
import type { Action } from '#contract/desk/action.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { putAnswered, rereadOrder, shownVersion } from '#web/api/order.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sendAction, type Answer } from './send-action.ts'
import { tellOtherScreens } from './tell-other-screens.ts'

/**
 * Where the answer to an order stands. `checking`: sent, and the vendor cannot be asked now; `deskAway`: the desk's own
 * server does not answer.
 */
export type AnswerState =
  | { readonly step: 'idle' }
  | { readonly step: 'sending' | 'checking' | 'deskAway' | 'done'; readonly action: Action }
  | { readonly step: 'failed'; readonly action: Action; readonly failure: Failure }

const idle: AnswerState = { step: 'idle' }

const isUnknown = ({ step }: AnswerState): boolean => step === 'checking' || step === 'deskAway'

/** Another has answered, or is just doing so: not that nobody knows yet what came of one's own answer. */
const isByAnother = ({ code, data }: Failure): boolean =>
  code === 'already_answered' || (code === 'order_busy' && data !== undefined)

/**
 * Sends answers for one order, one at a time, and keeps the truth about the last one. What was sent (the codes of
 * digital goods are in it) is kept nowhere once it is done. It goes on when the screen is left; a failure is then
 * told as a notice. So it is where a card is out of sight, and, on a card, that another was faster: the card then goes to
 * its new place.
 */
export function useAnswer(order: ReadOrder, isOnCard = false, isInSight = () => true) {
  const t = useTranslate()
  const language = useLanguage()
  const queries = useQueryClient()
  const [state, setState] = useState(idle)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  /** @returns whether it was done. */
  async function send(answer: Answer): Promise<boolean> {
    const { action } = answer
    countAnswer(1)
    setState({ step: 'sending', action })
    try {
      // However long it is on its way: what is shown later nobody had seen who pressed.
      const shown = shownVersion(queries, order.id, isOnCard)
      const { order: reread, version } = await sendAction(order.id, answer, shown, (isDeskAway) =>
        setState({ step: isDeskAway ? 'deskAway' : 'checking', action }),
      )
      if (reread) putAnswered(queries, reread, laneOnceDone(action, reread), version)
      setState({ step: 'done', action })
      // Paper is no longer in the way of anything.
      if (action === 'accept') requestTicket(order.id, true)
      return true
    } catch (error) {
      const failure = error instanceof Failure ? error : new Failure('internal', String(error))
      const isBeaten = isOnCard && isByAnother(failure)
      setState(isBeaten ? idle : { step: 'failed', action, failure })
      if (isBeaten || !isShown.current || !isInSight()) tellOtherScreens(order, failure, t, language)
      return false
    } finally {
      countAnswer(-1)
      // Whatever it was told, the screen ends with what the vendor says now.
      void rereadOrder(queries, order.id)
    }
  }

  return {
    state,
    isPending: state.step === 'sending' || isUnknown(state),
    /** It was sent, and nobody knows yet what came of it. */
    isUnknown: isUnknown(state),
    send,
    forget: () => setState(idle),
  }
}
