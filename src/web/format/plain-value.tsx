import { Unreadable } from '#contract/salvage.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Value, type ValueProps } from './value.tsx'

/** A field inside something that is tapped itself: what could not be read is a word there, and nothing to open. */
export function PlainValue<T>({ of, ...rest }: ValueProps<T>) {
  const t = useTranslate()
  if (!(of instanceof Unreadable)) return <Value of={of} {...rest} />
  return (
    <span className="rounded-sm bg-amber-tint px-2 text-base font-semibold text-amber">{t('value.unreadable')}</span>
  )
}
