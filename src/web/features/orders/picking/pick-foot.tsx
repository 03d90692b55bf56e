import type { Failure } from '#web/api/http/failure.ts'
import type { Pick } from '#contract/desk/marks.ts'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { Button } from '#web/components/button.tsx'
import { Message, ServiceText } from '#web/components/text.tsx'
import { formatWhen } from '#web/format/times.ts'
import { useLanguage, useTranslate, type Translate } from '#web/i18n/translations.tsx'
import type { Attempt } from './use-picks.ts'

interface PickFootProps {
  readonly name: string
  readonly pick: Pick | undefined
  readonly attempt: Attempt | undefined
  /** Undefined if the line is read-only. */
  readonly onMiss: ((isMissing: boolean) => void) | undefined
}

/** The foot of a line while packing: who picked or missed it, a failed mark, and the button to mark it missing. */
export function PickFoot({ name, pick, attempt, onMiss }: PickFootProps) {
  const t = useTranslate()
  const language = useLanguage()
  const isPending = attempt !== undefined && !attempt.failure
  const isMissing = pick?.state === 'missing'
  const look = isPending ? 'text-soft' : isMissing ? 'font-semibold text-red' : 'text-good'
  const isPicked = (isPending ? attempt.state : pick?.state) === 'picked'
  return (
    <div className="no-print flex flex-wrap items-center gap-2 in-[.order-line-rest]:contents">
      {onMiss && !isPicked && (
        <Button
          aria-label={t(isMissing ? 'pick.foundName' : 'pick.miss', { name })}
          isBusy={isPending}
          className="ms-auto max-w-max grow basis-21 px-1.5! leading-5"
          onClick={() => onMiss(!isMissing)}
        >
          {t(isMissing ? 'pick.found' : 'pick.missing')}
        </Button>
      )}
      {/* The picked text takes the button's place, so that the lines below do not move. */}
      {(isPending || pick) && (
        <p className={`text-sm ${isPicked ? 'min-h-12 grow basis-21 content-center leading-4' : 'basis-full'} ${look}`}>
          {isPending || !pick ? (
            t('pick.pending')
          ) : (
            <>
              {t(isMissing ? 'pick.missing' : 'pick.picked')}
              {' · '}
              <ServiceText>{`${pick.by.person} · ${formatWhen(Date.parse(pick.at), language)}`}</ServiceText>
            </>
          )}
        </p>
      )}
      {attempt?.failure && (
        <Message role="alert" look="red">
          {failureText(attempt.failure, t)} <SignInLink error={attempt.failure} />
        </Message>
      )}
    </div>
  )
}

function failureText({ code, message }: Failure, t: Translate): string {
  switch (code) {
    case 'order_closed':
    case 'line_not_found':
    case 'sign_in_required':
    case 'store_unavailable':
    case 'no_contact':
      return t(`pick.failure.${code}`)
    default:
      return t('failure.other', { message })
  }
}
