import type { Pick } from '#contract/desk/marks.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import type { Failure } from '#web/api/http/failure.ts'
import { Button } from '#web/components/button.tsx'
import { keepClear } from '#web/components/keep-clear.ts'
import { Digits, Message, ServiceText } from '#web/components/text.tsx'
import { barcodeWords } from '#web/format/barcode-words.ts'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { formatWhen } from '#web/format/times.ts'
import { isolate } from '#web/i18n/isolate.ts'
import { type Translate, useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import type { Attempt } from './pick-attempts.ts'
import { pickCount } from './pick-count.ts'
import type { ScanMessage } from './use-scan-picks.ts'

interface PickFootProps {
  readonly name: string
  readonly pick: Pick | undefined
  readonly attempt: Attempt | undefined
  /** Undefined if the line is read-only. */
  readonly onMiss: ((isMissing: boolean) => void) | undefined
  readonly onSignedIn: () => void
}

/** The foot of a line while packing: who picked or missed it, a failed mark, and the button to mark it missing. */
export function PickFoot({ name, pick, attempt, onMiss, onSignedIn }: PickFootProps) {
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
          className="ms-auto max-w-max grow basis-24 px-3! leading-5"
          onClick={() => onMiss(!isMissing)}
        >
          {t(isMissing ? 'pick.found' : 'pick.missing')}
        </Button>
      )}
      {/* The picked text takes the button's place, so that the lines below do not move. */}
      {(isPending || pick) && (
        <p className={`text-sm ${isPicked ? 'min-h-12 grow basis-21 content-center leading-4' : 'basis-full'} ${look}`}>
          {isPending || !pick
            ? t('pick.pending')
            : `${t(isMissing ? 'pick.missing' : 'pick.picked')} · ${isolate(pick.by.person || pick.by.tablet, language)} · ${formatWhen(Date.parse(pick.at), language)}`}
        </p>
      )}
      {attempt?.failure && (
        <Message role="alert" look="red">
          {pickFailureWords(attempt.failure, t)} <SignInLink error={attempt.failure} onSignedIn={onSignedIn} />
        </Message>
      )}
    </div>
  )
}

/** The message of a mark that was not stored. */
export function pickFailureWords({ code, message }: Failure, t: Translate): string {
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

interface PickProgressProps {
  readonly order: ReadOrder
  readonly picks: readonly Pick[]
}

/**
 * The sticky packing progress, announced to screen readers at each step. It has no `status` role, because the screen's only
 * `status` is that of the answer.
 */
export function PickProgress({ order, picks }: PickProgressProps) {
  const t = useTranslate()
  const { total, picked, missing } = pickCount(order, picks)
  const isComplete = total > 0 && picked === total
  return (
    <div className="pick-progress no-print">
      <p
        aria-live="polite"
        className={`flex flex-wrap gap-x-4 rounded px-3 py-1 font-semibold ${isComplete ? 'bg-good-tint text-good' : 'bg-sunken text-strong'}`}
      >
        <span>{isComplete ? t('pick.all') : t('pick.progress', { picked, total })}</span>
        {missing > 0 && <span className="text-red">{t('pick.missingCount', { count: missing })}</span>}
      </p>
    </div>
  )
}

const looks: Readonly<Record<ScanMessage['is'], string>> = {
  counted: 'border-accent bg-accent-tint text-strong',
  picked: 'border-good bg-good-tint text-good',
  own: 'border-accent bg-accent-tint text-strong',
  surplus: 'border-red bg-red-tint text-red',
  wrong: 'border-red bg-red-tint text-red',
  carton: 'border-amber bg-amber-tint text-strong',
  several: 'border-amber bg-amber-tint text-strong',
}

const titles = {
  counted: 'pick.picked',
  picked: 'pick.picked',
  own: 'pick.own',
  surplus: 'pick.surplus',
  wrong: 'pick.wrong',
  carton: 'pick.carton',
  several: 'pick.several',
} as const

interface ScanResultProps {
  readonly message: ScanMessage
  /** The number of the order that the scan was for, where several are shown. */
  readonly number?: string
  /** What is said of a code that nothing has. */
  readonly wrongWord?: string
}

/** Shows the result of a scan above the answer bar, without blocking it. An error is an alert. */
export function ScanResult({ message, number, wrongWord }: ScanResultProps) {
  const t = useTranslate()
  const language = useLanguage()
  const { is, code, name, count, quantity, reading } = message
  const isWrong = is === 'wrong' || is === 'surplus' || is === 'carton' || is === 'several'
  const isOfLine = is !== 'wrong' && is !== 'own'
  // A scale label states a weight, not a number of pieces.
  const isCounted = is === 'counted' || (is === 'picked' && reading?.is !== 'label')
  const hint = isOfLine ? barcodeWords(reading, t, language) : undefined
  return (
    <div ref={keepClear} className="no-print pointer-events-none fixed inset-x-4 z-20 flex justify-center">
      <div
        role={isWrong ? 'alert' : 'status'}
        className={`max-w-xl rounded border-4 px-5 py-4 text-lg font-bold shadow-lg ${looks[is]}`}
      >
        {number && <Digits className="block text-2xl">{number}</Digits>}
        <p className="text-xl">
          {isCounted ? t('pick.of', { count, quantity }) : (is === 'wrong' && wrongWord) || t(titles[is])}
        </p>
        {isOfLine ? (
          <ServiceText>{name}</ServiceText>
        ) : (
          <Digits className="block font-semibold break-all">{code.slice(0, 40)}</Digits>
        )}
        {hint !== undefined && <p className="font-semibold">{hint}</p>}
        {(is === 'carton' || is === 'several') && <p className="font-semibold">{t('pick.byHand')}</p>}
      </div>
    </div>
  )
}
