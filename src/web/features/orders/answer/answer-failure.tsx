import type { Failure } from '#web/api/http/failure.ts'
import type { Lane } from '#contract/desk/lane.ts'
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
  /** Where the order is. */
  readonly lane: Lane
  /** It holds no longer, since the order has gone to another lane. */
  readonly onPast?: () => void
  /** Offered where a plain accept was refused: the order may hold digital goods. */
  readonly onDigital?: () => void
  /** Offered where a reason of the list with a text was refused: the service may take the reason alone. */
  readonly onWithoutText?: (() => void) | undefined
}

/** What failed, beside the button that was pressed: in the vendor's words, and what to do. */
export function AnswerFailure({ state, lane, onPast, onDigital, onWithoutText }: AnswerFailureProps) {
  const { action, failure } = state
  const t = useTranslate()
  const language = useLanguage()
  const mayBeDigital = action === 'accept' && failure.code === 'vendor_refused' && !hindrance('accept', lane)
  // unspecified: whether a reason of the list and a text go together; the specification has a 400 for it, if anything.
  const mayBeText = action === 'reject' && isNo(failure) && !hindrance('reject', lane)
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

/** The service itself said no, by whatever status. */
const isNo = ({ code }: Failure): boolean => code === 'vendor_refused' || code === 'vendor_rejected'
