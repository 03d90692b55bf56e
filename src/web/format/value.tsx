import { Unreadable } from '#contract/salvage.ts'
import { ServiceText } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useState, type ReactNode } from 'react'

type Shown<T> = T | Unreadable | null | undefined

export interface ValueProps<T> {
  readonly of: Shown<T>
  readonly children?: (value: T) => ReactNode
}

/** A field as it was sent: a dash where there is none, and "unreadable" with the raw thing where it could not be read. */
export function Value<T>({ of, children }: ValueProps<T>) {
  if (of instanceof Unreadable) return <UnreadableMark of={of} />
  if (of === null || of === undefined || of === '') return <span className="text-faint">—</span>
  return children ? children(of) : <ServiceText>{String(of)}</ServiceText>
}

/** Opens on a tap: what was sent may still tell a person what the program could not make out. */
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
