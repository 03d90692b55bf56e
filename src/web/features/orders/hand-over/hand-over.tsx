import type { HandOverKind } from '#contract/desk/marks.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { Button } from '#web/components/button.tsx'
import type { OrderView } from '#web/api/order.ts'
import type { Unreadable } from '#contract/salvage.ts'
import { Value } from '#web/format/value.tsx'
import { Digits } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { HandOverFailure } from './use-hand-over.tsx'
import { otherKinds, useShowCode } from './use-show-code.ts'
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
          <Code kind="pickup" orderId={view.order.id} code={pickup} />
          <Code kind="return" orderId={view.order.id} code={back} />
          <p className="text-sm text-soft">{t('handover.codeHint')}</p>
        </div>
      )}
      {kinds.map((kind) => (
        <HandOverState key={kind} view={view} kind={kind} />
      ))}
    </section>
  )
}

interface CodeProps {
  readonly kind: HandOverKind
  readonly orderId: OrderId
  readonly code: string | Unreadable | undefined
}

/** A code, hidden until somebody asks for it in their name: whoever says it must not read it from the screen. */
function Code({ kind, orderId, code }: CodeProps) {
  const t = useTranslate()
  const show = useShowCode(orderId, kind)
  if (!code) return null
  return (
    <div className="flex flex-col items-start gap-2 pb-2">
      <p className="text-soft">{t(`handover.${kind}Code`)}</p>
      {show.isSuccess ? (
        <p className="text-2xl font-bold tracking-widest">
          <Value of={code}>{(text) => <Digits>{text}</Digits>}</Value>
        </p>
      ) : (
        <Button isBusy={show.isPending} onClick={() => show.mutate()}>
          {t('handover.showCode')}
        </Button>
      )}
      {show.error && <HandOverFailure error={show.error} onSignedIn={show.reset} />}
    </div>
  )
}
