import { Failure } from '#client/failure.ts'
import { notify } from '#client/notices.ts'
import type { Action } from '#contract/desk/action.ts'
import { orderQuery } from '#features/orders/order-queries.ts'
import { orderNumber } from '#features/orders/order-number.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sendAction, type Answer } from './send-action.ts'

/** Where the answer to an order stands. `checking`: sent, and the vendor cannot be asked now. */
export type AnswerState =
  | { readonly step: 'idle' }
  | { readonly step: 'sending' | 'checking' | 'done'; readonly action: Action }
  | { readonly step: 'failed'; readonly action: Action; readonly failure: Failure }

const idle: AnswerState = { step: 'idle' }

/** Sends answers for one order, one at a time, and keeps the truth about the last one. */
export function useAnswer(order: ReadOrder) {
  const say = useWords()
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

  const { mutate, isPending } = useMutation({
    mutationKey: ['answer', order.id],
    // The codes of digital goods are in what is sent: nothing keeps it once it is done.
    gcTime: 0,
    mutationFn: (answer: Answer) =>
      sendAction(order.id, answer, () => setState({ step: 'checking', action: answer.action })),
    onMutate: ({ action }) => setState({ step: 'sending', action }),
    onSuccess(reread, { action }) {
      if (reread) queries.setQueryData(orderQuery(order.id).queryKey, reread)
      setState({ step: 'done', action })
    },
    onError(error, { action }) {
      const failure = error instanceof Failure ? error : new Failure('internal', String(error))
      setState({ step: 'failed', action, failure })
      if (isShown.current) return
      void import('./failure-words.ts').then(({ actionFailureWords }) => {
        const message = actionFailureWords(failure, say, language)
        notify(say('after.failed', { number: orderNumber(order), message }))
      })
    },
    // Whatever it was told, the screen ends with what the vendor says now.
    onSettled: () => queries.invalidateQueries(orderQuery(order.id)),
  })

  return {
    state,
    isPending,
    send: mutate,
    forget: () => setState(idle),
  }
}
