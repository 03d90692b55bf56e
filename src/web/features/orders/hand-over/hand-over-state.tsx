import type { OrderRow } from '#contract/desk/inbox.ts'
import type { HandOver, HandOverKind } from '#contract/desk/marks.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { Button } from '#web/components/button.tsx'
import { formatWhen } from '#web/format/times.ts'
import { LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { isolate } from '#web/i18n/isolate.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useState } from 'react'
import { HandOverDialog } from '#web/features/orders/answer/dialogs.ts'
import { HandOverFailure, useHandOver } from './use-hand-over.tsx'

interface HandOverStateProps {
  readonly view: {
    readonly order: ReadOrder
    readonly row: Pick<OrderRow, 'handed_over' | 'returned'> | undefined
  }
  readonly kind: HandOverKind
  /** It is the order's next step. */
  readonly isNext?: boolean
}

/** Shows whether an order was handed over or returned, and by whom, with buttons to mark or undo it. */
export function HandOverState({ view: { order, row }, kind, isNext = false }: HandOverStateProps) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const mark = kind === 'pickup' ? row?.handed_over : row?.returned
  return (
    <>
      {mark ? (
        <Marked orderId={order.id} mark={mark} kind={kind} />
      ) : (
        <Button
          look={isNext ? 'primary' : 'quiet'}
          size={isNext ? 'large' : 'normal'}
          className="w-full"
          onClick={() => setOpen(true)}
        >
          {t(`handover.begin.${kind}`)}
        </Button>
      )}
      {isOpen && (
        <LoadBoundary instead={t('failure.noContact')}>
          <HandOverDialog order={order} kind={kind} onClose={() => setOpen(false)} />
        </LoadBoundary>
      )}
    </>
  )
}

interface MarkedProps {
  readonly orderId: string
  readonly mark: HandOver
  readonly kind: HandOverKind
}

function Marked({ orderId, mark, kind }: MarkedProps) {
  const t = useTranslate()
  const language = useLanguage()
  const undo = useHandOver(orderId, kind)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded bg-good-tint px-4 py-2 text-good">
        <p aria-live="polite" className="font-semibold">
          {`${t(`handover.is.${kind}`)} · ${isolate(mark.by.person, language)} · ${formatWhen(Date.parse(mark.at), language)}`}
          <span className="block text-sm font-normal">
            {t(mark.code_matched ? 'handover.withCode' : 'handover.withoutCode')}
          </span>
        </p>
        <Button isBusy={undo.isPending} onClick={() => undo.mutate({ isMade: false, codeMatched: false })}>
          {t(`handover.undo.${kind}`)}
        </Button>
      </div>
      {undo.error && <HandOverFailure error={undo.error} onSignedIn={undo.reset} />}
    </div>
  )
}
