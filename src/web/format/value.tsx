import { readable, Unreadable } from '#contract/salvage.ts'
import { ServiceText } from '#web/components/text.tsx'
import { formatMoney, formatNumber, inDigits } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { type ReactNode, useState } from 'react'

type Shown<T> = T | Unreadable | null | undefined

interface ValueProps<T> {
  readonly of: Shown<T>
  readonly children?: (value: T) => ReactNode
}

/**
 * A field as it was sent: a dash if it is missing, and an "unreadable" mark with the raw value if it cannot be parsed.
 */
export function Value<T>({ of, children }: ValueProps<T>) {
  if (of instanceof Unreadable) return <UnreadableMark of={of} />
  if (of === null || of === undefined || of === '') return <span className="text-faint">—</span>
  return children ? children(of) : <ServiceText>{String(of)}</ServiceText>
}

/** Opens on a press: the raw value may still mean something to a person. */
export function UnreadableMark({ of }: { readonly of: Unreadable }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        className="min-h-12 rounded-sm bg-amber-tint px-2 font-semibold text-amber underline"
        onClick={() => setOpen(!isOpen)}
      >
        {t('value.unreadable')}
      </button>
      {isOpen && (
        <ServiceText className="block py-1 text-sm text-soft">
          {t('value.unreadableRaw', { raw: rawText(of.raw) })}
        </ServiceText>
      )}
    </>
  )
}

const rawLimit = 200

function rawText(raw: unknown): string {
  const text = typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? String(raw))
  return text.length > rawLimit ? `${text.slice(0, rawLimit)}…` : text
}

/** A number of things, with grouping and digits of equal width. */
export const Count = ({ of, className = '' }: { readonly of: number; readonly className?: string }) => (
  <span className={`tabular-nums ${className}`}>{formatNumber(of, useLanguage())}</span>
)

/** A quantity: `2 ×`. It runs with the interface, so that the number comes first from the right as well. */
export const Quantity = ({ of }: { readonly of: string | number }) => (
  <span className="tabular-nums [unicode-bidi:isolate]">{`${inDigits(of, useLanguage())} ×`}</span>
)

interface MoneyProps {
  readonly amount: number | Unreadable | null | undefined
  readonly currency: string | Unreadable | null | undefined
}

/** An amount exactly as it was sent; never rounded or calculated. */
export function Money({ amount, currency }: MoneyProps) {
  const language = useLanguage()
  return (
    <Value of={amount}>
      {(value) => (
        <bdi className="whitespace-nowrap tabular-nums">
          {formatMoney(value, readable(currency) ?? undefined, language)}
        </bdi>
      )}
    </Value>
  )
}

/** A field inside a link or button: an unreadable value is plain text there, because it cannot be opened. */
export function PlainValue<T>({ of, ...rest }: ValueProps<T>) {
  const t = useTranslate()
  if (!(of instanceof Unreadable)) return <Value of={of} {...rest} />
  return (
    <span className="rounded-sm bg-amber-tint px-2 text-base font-semibold text-amber">{t('value.unreadable')}</span>
  )
}
