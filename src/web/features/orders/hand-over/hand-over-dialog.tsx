import type { HandOverKind } from '#contract/desk/marks.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { boardQuery } from '#web/api/board.ts'
import { notify } from '#web/api/toasts.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Message } from '#web/components/text.tsx'
import { orderNumber } from '#domain/order-number.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { CodeField, type Comparison, hasCode, useComparison, Verdict } from './hand-over-code.tsx'
import { HandOverFailure, useHandOver } from './use-hand-over.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

interface HandOverDialogProps {
  readonly order: ReadOrder
  readonly kind: HandOverKind
  readonly onClose: () => void
}

/** Compares the code given at the counter with the service's, and then marks the hand-over. */
export function HandOverDialog({ order, kind, onClose }: HandOverDialogProps) {
  const t = useTranslate()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const { comparison, compare, forget } = useComparison(order.id, kind)
  const mark = useHandOver(order.id, kind)
  const queries = useQueryClient()
  const isIntended = useRef(false)
  // The service may close the order at any moment, which removes this dialog.
  useUnmounted(() => {
    if (isIntended.current) return
    // If it was handed over on another tablet, its card shows that.
    const row = queries.getQueryData(boardQuery().queryKey)?.data.find(({ order_id: id }) => id === order.id)
    if (!(kind === 'pickup' ? row?.handed_over : row?.returned))
      notify(t(`handover.left.${kind}`, { number: orderNumber(order) }))
  })
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (comparison.is === 'match') return handOver()
    if (!hasCode(typed)) return setEmpty(true)
    void compare(typed)
  }

  function close() {
    isIntended.current = true
    onClose()
  }

  function handOver() {
    // Until the answer, it is unknown whether the hand-over is marked.
    isIntended.current = true
    const made = { isMade: true, codeMatched: comparison.is === 'match' }
    mark.mutate(made, { onSuccess: onClose, onError: () => (isIntended.current = false) })
  }

  return (
    <Dialog title={t(`handover.title.${kind}`, { number: orderNumber(order) })} onClose={close}>
      <form ref={form} onSubmit={submit} className="contents">
        <DialogBody>
          <CodeField
            label={t(`handover.code.${kind}`)}
            error={isEmpty ? t('handover.empty') : undefined}
            typed={typed}
            onType={(text) => {
              setTyped(text)
              setEmpty(false)
              forget()
            }}
          />
          <ComparisonResult of={comparison} />
          {mark.error && <HandOverFailure error={mark.error} onSignedIn={mark.reset} />}
        </DialogBody>
        <DialogActions>
          {mayGoWithout(comparison) && (
            // First, so that it appears away from the button just pressed and moves no other.
            <Button look="grave" isBusy={mark.isPending} onClick={handOver}>
              {t(`handover.anyway.${kind}`)}
            </Button>
          )}
          <Button onClick={close}>{t('handover.cancel')}</Button>
          {comparison.is === 'match' ? (
            <Button type="submit" look="primary" size="large" isBusy={mark.isPending}>
              {t(`handover.done.${kind}`)}
            </Button>
          ) : (
            <Button type="submit" look="primary" isBusy={mark.isPending || comparison.is === 'reading'}>
              {t('handover.compare')}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Calls back once the component is unmounted. */
function useUnmounted(onUnmounted: () => void): void {
  const callBack = useEffectEvent(onUnmounted)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // In development, React's strict mode unmounts each component once.
    clearTimeout(timer.current)
    return () => {
      timer.current = setTimeout(callBack)
    }
  }, [])
}

/** Whether staff may hand over without a matching code. The log records that. */
const mayGoWithout = ({ is }: Comparison): boolean => is === 'none' || is === 'failed' || is === 'mismatch'

function ComparisonResult({ of }: { readonly of: Comparison }) {
  const t = useTranslate()
  switch (of.is) {
    case 'match':
    case 'mismatch':
      return <Verdict is={of.is} />
    case 'reading':
      return <p role="status">{t('handover.reading')}</p>
    case 'none':
      return (
        <Message role="status" look="amber">
          {t('handover.none')}
        </Message>
      )
    case 'failed':
      return (
        <Message role="alert" look="red">
          {t(of.failure.code === 'no_contact' ? 'handover.noContact' : 'handover.failed')}
        </Message>
      )
    default:
      return null
  }
}
