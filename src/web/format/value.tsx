import { Unreadable } from '#contract/salvage.ts'
import { Fallback } from '#web/components/fallback.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { lazily } from '#web/i18n/catalogs.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Suspense, type ReactNode } from 'react'

const OpenedMark = lazily(async () => (await import('./opened-mark.tsx')).OpenedMark)

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

/** It is seldom wanted: until what it does is there, it says what it is. */
export function UnreadableMark({ of }: { readonly of: Unreadable }) {
  const said = useTranslate()('value.unreadable')
  return (
    <Fallback instead={said}>
      <Suspense fallback={said}>
        <OpenedMark of={of} />
      </Suspense>
    </Fallback>
  )
}
