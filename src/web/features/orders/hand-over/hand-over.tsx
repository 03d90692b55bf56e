import type { OrderView } from '#web/api/order.ts'
import type { Unreadable } from '#contract/salvage.ts'
import { Value } from '#web/format/value.tsx'
import { Digits } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { otherKinds } from './use-hand-over.tsx'
import { HandOverState } from './hand-over-state.tsx'

/** The hand-over codes, readable across a counter, and the hand-over marks. Never printed. */
export function HandOver({ view }: { readonly view: OrderView }) {
  const t = useTranslate()
  const { pickup_otp: pickup, return_otp: back } = view.order
  const kinds = otherKinds(view)
  if (!pickup && !back && kinds.length === 0) return null
  return (
    <section
      aria-label={t('handover.label')}
      className="no-print flex flex-col gap-3 rounded border-2 border-accent bg-raised px-4 py-3"
    >
      {(pickup || back) && (
        <div>
          <Code name={t('handover.pickupCode')} code={pickup} />
          <Code name={t('handover.returnCode')} code={back} />
          <p className="text-sm text-soft">{t('handover.codeHint')}</p>
        </div>
      )}
      {kinds.map((kind) => (
        <HandOverState key={kind} view={view} kind={kind} />
      ))}
    </section>
  )
}

const Code = ({ name, code }: { readonly name: string; readonly code: string | Unreadable | undefined }) =>
  code ? (
    <p>
      <span className="text-soft">{name}</span>{' '}
      <span className="block text-2xl font-bold tracking-widest">
        <Value of={code}>{(text) => <Digits>{text}</Digits>}</Value>
      </span>
    </p>
  ) : null
