import type { Action } from '#contract/desk/action.ts'
import type { Lane } from '#contract/desk/inbox.ts'
import type { Failure } from '#web/api/http/failure.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { hindrance } from '#web/features/orders/order-can.ts'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { type Translate, useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { isUntilMoved, useChangeOf } from './bar-presses.ts'
import { actionFailureWords } from './send-action.ts'
import type { AnswerState } from './use-answer.ts'
import { type ReactNode, useEffect, useState } from 'react'

interface AnswerFailureProps {
  readonly state: Extract<AnswerState, { step: 'failed' }>
  readonly lane: Lane
  /** Called when somebody has signed in, if nobody was. */
  readonly onSignedIn: () => void
  /** Called when the failure is outdated, because the order has moved to another lane. */
  readonly onPast?: () => void
  /** Offered if a plain accept was refused, because the order may have digital goods. */
  readonly onDigital?: () => void
  /** Offered if a listed reason with a text was refused, because the service may accept the reason alone. */
  readonly onWithoutText?: (() => void) | undefined
}

/** Shows a failed action beside its button, in the vendor's words and with a way forward. */
export function AnswerFailure(props: AnswerFailureProps) {
  const { state, lane, onSignedIn, onPast, onDigital, onWithoutText } = props
  const { action, failure } = state
  const t = useTranslate()
  const language = useLanguage()
  const mayBeDigital = action === 'accept' && failure.code === 'vendor_refused' && !hindrance('accept', lane)
  // unspecified: whether a listed reason and a text may be combined; if not, the specification suggests a 400.
  const mayBeText = action === 'reject' && isRefusal(failure) && !hindrance('reject', lane)
  useChangeOf(lane, () => {
    if (isUntilMoved(failure)) onPast?.()
  })
  return (
    <Message role="alert" look="red">
      <p className="font-semibold slim:text-sm">
        <bdi dir="auto">{actionFailureWords(failure, t, language)}</bdi>
      </p>
      <SignInLink error={failure} onSignedIn={onSignedIn} />
      {mayBeDigital && onDigital && (
        <p className="mt-2 flex flex-wrap items-center gap-3">
          {t('failure.digitalOffer')}
          <Button onClick={onDigital}>{t('failure.digitalButton')}</Button>
        </p>
      )}
      {mayBeText && onWithoutText && (
        <p className="mt-2 flex flex-wrap items-center gap-3">
          {t('failure.withoutTextOffer')}
          <Button onClick={onWithoutText}>{t('failure.withoutTextButton')}</Button>
        </p>
      )}
    </Message>
  )
}

/** Whether the service itself refused, with any status. */
const isRefusal = ({ code }: Failure): boolean => code === 'vendor_refused' || code === 'vendor_rejected'

interface AnswerStatusProps {
  readonly state: AnswerState
  /** The action on hold. `seconds` is the time left to undo it. */
  readonly held: Action | undefined
  readonly seconds: number
  /** The order's status in the service's words. */
  readonly status: string
  /** Why an action was not sent. */
  readonly unsent?: string
  /** A press was ignored, because it was meant for the previous button. */
  readonly wasMisclick?: boolean
  readonly id?: string
  /** Shown if this tablet has no answer of its own to report. */
  readonly children?: ReactNode
}

/** The status of an action. Always mounted, so that screen readers announce each change. */
export function AnswerStatus(props: AnswerStatusProps) {
  const { state, held, seconds, status, unsent = '', wasMisclick = false, id, children } = props
  const t = useTranslate()
  const isSlow = useIsSlow(state)
  const text = statusText(t, state, held, seconds, status, isSlow) || unsent
  const look = state.step === 'done' ? 'bg-good-tint text-good' : 'bg-accent-tint text-strong'
  return (
    <p id={id} role="status" className={`${look} rounded px-4 py-3 font-semibold empty:sr-only`}>
      {text || children}
      {wasMisclick && <span className="block text-sm">{t('action.stray')}</span>}
    </p>
  )
}

function statusText(
  t: Translate,
  state: AnswerState,
  held: Action | undefined,
  seconds: number,
  status: string,
  isSlow: boolean,
) {
  if (held === 'reject' || held === 'ready') return t(`held.${held}`, { seconds })
  switch (state.step) {
    case 'sending':
      return isSlow ? t('doing.slow') : t(`doing.${state.action}`)
    case 'checking':
      return t('doing.checking')
    case 'deskAway':
      return t('doing.deskAway')
    case 'done':
      return t(`done.${state.action}`, { status })
    default:
      return ''
  }
}

const slowAfterMs = 4000

function useIsSlow({ step }: AnswerState): boolean {
  const [slow, setSlow] = useState<AnswerState['step']>()
  useEffect(() => {
    const timer = setTimeout(() => setSlow(step), slowAfterMs)
    return () => {
      clearTimeout(timer)
      setSlow(undefined)
    }
  }, [step])
  return slow === 'sending'
}
