import { Drawing } from '#web/components/icon.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

interface PinPadProps {
  readonly onDigit: (digit: string) => void
  readonly onDelete: () => void
}

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0'] as const

/**
 * Large keys instead of the on-screen keyboard, which would cover the form. Left to right in Arabic too, as on any
 * till.
 */
export function PinPad({ onDigit, onDelete }: PinPadProps) {
  const t = useTranslate()
  return (
    <div role="group" aria-label={t('people.pinPad')} dir="ltr" className="pin-pad">
      {keys.map((key) =>
        key === '' ? (
          <span key={key} />
        ) : (
          <button key={key} type="button" className={keyLook} onClick={() => onDigit(key)}>
            {key}
          </button>
        ),
      )}
      <button type="button" aria-label={t('people.deleteDigit')} className={keyLook} onClick={onDelete}>
        <Drawing path="M9 5h11v14H9l-6-7zM12 9.5l5 5M17 9.5l-5 5" className="size-6" />
      </button>
    </div>
  )
}

const keyLook = 'button min-h-14 tablet:min-h-16 border-edge bg-raised text-xl text-strong active:bg-sunken'
