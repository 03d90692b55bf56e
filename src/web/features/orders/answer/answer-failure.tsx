import type { Failure } from '#web/api/http/failure.ts'
import type { Lane } from '#contract/desk/inbox.ts'
import { hindrance } from '#web/features/orders/order-can.ts'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { actionFailureWords } from './failure-words.ts'
import { isUntilMoved, useChangeOf } from './bar-presses.ts'
import type { AnswerState } from './use-answer.ts'

interface AnswerFailureProps {
  readonly state: Extract<AnswerState, { step: 'failed' }>
  readonly lane: Lane
  /** Called when the failure is outdated, because the order has moved to another lane. */
  readonly onPast?: () => void
  /** Offered if a plain accept was refused, because the order may have digital goods. */
  readonly onDigital?: () => void
  /** Offered if a listed reason with a text was refused, because the service may accept the reason alone. */
  readonly onWithoutText?: (() => void) | undefined
}

/** Shows a failed action beside its button, in the vendor's words and with a way forward. */
export function AnswerFailure({ state, lane, onPast, onDigital, onWithoutText }: AnswerFailureProps) {
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
      <SignInLink error={failure} />
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
