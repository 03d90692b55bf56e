import { Button } from '#web/components/button.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useState } from 'react'
import { PinField, type PinFieldProps } from './people-form.tsx'

/** A PIN that is given to somebody: it is typed once, so whoever types it may look at it. */
export function NewPinField(field: Omit<PinFieldProps, 'isShown'>) {
  const t = useTranslate()
  const [isShown, setShown] = useState(false)
  return (
    <div className="flex gap-2">
      <div className="min-w-0 flex-1">
        <PinField {...field} isShown={isShown} />
      </div>
      {/* Beside the line itself, whatever is said below it. */}
      <Button
        aria-pressed={isShown}
        className="mt-6 self-start aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent"
        onClick={() => setShown(!isShown)}
      >
        {t('people.show')}
      </Button>
    </div>
  )
}
