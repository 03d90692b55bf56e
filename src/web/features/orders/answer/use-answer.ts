import { laneOnceDone } from '#domain/lane.ts'
import { requestSignIn } from '#web/api/session.ts'
import { countAnswer, requestTicket } from '#web/api/screen-state.ts'
import { Failure } from '#web/api/http/failure.ts'
import type { Action } from '#contract/desk/action.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { putAnswered, rereadOrder, shownVersion } from '#web/api/order.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Answer, sendAction, notifyOtherScreens } from './send-action.ts'

/**
 * The progress of an answer. `checking`: sent, with an unknown outcome. `deskAway`: the desk's own server does not answer.
 */
export type AnswerState =
  | { readonly step: 'idle' }
  | { readonly step: 'sending' | 'checking' | 'deskAway' | 'done'; readonly action: Action }
  | { readonly step: 'failed'; readonly action: Action; readonly failure: Failure }

const idle: AnswerState = { step: 'idle' }

const isUnknown = ({ step }: AnswerState): boolean => step === 'checking' || step === 'deskAway'

/** Whether somebody else has answered or is answering. `order_busy` without data means this tablet's own answer. */
const isByAnother = ({ code, data }: Failure): boolean =>
  code === 'already_answered' || (code === 'order_busy' && data !== undefined)

/**
 * Sends answers for one order, one at a time, and holds the state of the last one. The request body, which may contain
 * codes, is not stored. Sending continues when the screen is left. A failure becomes a toast if the screen was left, if
 * the card is out of sight, or if a card's order was answered by somebody else, because the card then moves.
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

  /**
   * Sends an answer. Where a sign-in is missing, it asks for one in place and sends the answer again.
   * @returns whether it was done.
   */
  async function send(answer: Answer): Promise<boolean> {
    const failure = await sendOnce(answer)
    if (!failure) return true
    const asksForSignIn = failure.code === 'sign_in_required' && isShown.current
    return asksForSignIn && (await requestSignIn()) && isShown.current ? send(answer) : false
  }

  /** @returns the failure, or undefined if it was done. */
  async function sendOnce(answer: Answer): Promise<Failure | undefined> {
    const { action } = answer
    countAnswer(1)
    setState({ step: 'sending', action })
    try {
      // Read before sending, because a later version was not on the screen when the button was pressed.
      const shown = shownVersion(queries, order.id, isOnCard)
      const { order: reread, version } = await sendAction(order.id, answer, shown, (isDeskAway) =>
        setState({ step: isDeskAway ? 'deskAway' : 'checking', action }),
      )
      if (reread) putAnswered(queries, reread, laneOnceDone(action, reread), version)
      setState({ step: 'done', action })
      // The ticket is requested last, because a print dialog blocks the page.
      if (action === 'accept') requestTicket(order.id, true)
      return undefined
    } catch (error) {
      const failure = error instanceof Failure ? error : new Failure('internal', String(error))
      const isAnsweredByAnother = isOnCard && isByAnother(failure)
      setState(isAnsweredByAnother ? idle : { step: 'failed', action, failure })
      if (isAnsweredByAnother || !isShown.current || !isInSight()) notifyOtherScreens(order, failure, t, language)
      return failure
    } finally {
      countAnswer(-1)
      // Reads the order again after every outcome, so that the screen shows the vendor's current state.
      void rereadOrder(queries, order.id)
    }
  }

  return {
    state,
    isPending: state.step === 'sending' || isUnknown(state),
    /** Sent, with an unknown outcome. */
    isUnknown: isUnknown(state),
    send,
    forget: () => setState(idle),
    /** Not while it is sent again after the sign-in. */
    forgetFailure: () => setState((now) => (now.step === 'failed' ? idle : now)),
  }
}
