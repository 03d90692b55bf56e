import { Failure, type FailureCode } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Message } from '#web/components/text.tsx'
import { type Translate, useTranslate } from '#web/i18n/translations.tsx'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A change, after which the queries whose keys begin with these are refetched. A second press while it is under way sends
 * nothing, even before the button has been rendered as busy.
 */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  affected: readonly QueryKey[],
  onDone?: (output: Output) => void,
) {
  const queries = useQueryClient()
  const isUnderWay = useRef(false)
  const { mutate, reset, ...state } = useMutation({
    mutationFn: change,
    // A PIN that was sent, and a secret that came, are dropped with the dialog.
    gcTime: 0,
    ...(onDone && { onSuccess: onDone }),
    // Also finds out if the sign-in has ended meanwhile.
    onSettled: () =>
      Promise.all([...affected, sessionQuery().queryKey].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  return {
    ...state,
    mutate(input: Input): void {
      if (isUnderWay.current) return
      isUnderWay.current = true
      mutate(input, { onSettled: () => (isUnderWay.current = false) })
    },
    /** Forgets a failure. What is under way goes on, so that its outcome is still shown. */
    reset(): void {
      if (!isUnderWay.current) reset()
    },
  }
}

interface ChangeFailureProps {
  /** Null if nothing failed. */
  readonly error: Error | null
  readonly words: (error: Error, t: Translate) => string
}

/** The failure of a change, beside the button that was pressed. */
export function ChangeFailure({ error, words }: ChangeFailureProps) {
  const t = useTranslate()
  return (
    error && (
      <Message role="alert" look="red">
        {words(error, t)}
      </Message>
    )
  )
}

/** Why a change failed, and what to do. `own` has the sentences for the codes that are the screen's own. */
export function changeFailureWords(error: Error, t: Translate, own: Partial<Record<FailureCode, string>>): string {
  const code = error instanceof Failure ? error.code : undefined
  if (code === 'no_contact') return t('people.noContact')
  return (code && own[code]) ?? t('people.failed', { message: error.message })
}
