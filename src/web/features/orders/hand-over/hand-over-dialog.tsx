import { boardQuery } from '#web/api/board.ts'
import { notify } from '#web/api/toasts/toasts.ts'
import type { HandOverKind } from '#contract/desk/marks.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { orderNumber } from '#web/format/order-number.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Message } from '#web/components/message.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { CodeField } from './code-field.tsx'
import { HandOverFailure } from './hand-over-failure.tsx'
import { hasCode } from './is-same-code.ts'
import { useComparison, type Comparison } from './use-comparison.ts'
import { useHandOver } from './use-hand-over.ts'
import { Verdict } from './verdict.tsx'

interface HandOverDialogProps {
  readonly order: ReadOrder
  readonly kind: HandOverKind
  readonly onClose: () => void
}

/** The code that somebody says at the counter, compared with the service's; then the bag changes hands. */
export function HandOverDialog({ order, kind, onClose }: HandOverDialogProps) {
  const t = useTranslate()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const { comparison, compare, forget } = useComparison(order.id, kind)
  const mark = useHandOver(order.id, kind)
  const queries = useQueryClient()
  const isWanted = useRef(false)
  // The service may close the order at any moment, and this goes with it.
  useGone(() => {
    if (isWanted.current) return
    // Somebody may have given it away at another tablet, and its card says so.
    const row = queries.getQueryData(boardQuery().queryKey)?.data.find(({ order_id: id }) => id === order.id)
    if (!(kind === 'pickup' ? row?.handed_over : row?.returned))
      notify(t(`handover.left.${kind}`, { number: orderNumber(order) }))
  })
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (comparison.is === 'match') return giveAway()
    if (!hasCode(typed)) return setEmpty(true)
    void compare(typed)
  }

  function close() {
    isWanted.current = true
    onClose()
  }

  function giveAway() {
    // From now on nobody knows whether it is marked, until that is answered.
    isWanted.current = true
    const wish = { isMade: true, codeMatched: comparison.is === 'match' }
    mark.mutate(wish, { onSuccess: onClose, onError: () => (isWanted.current = false) })
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
          <Said of={comparison} />
          {mark.error && <HandOverFailure error={mark.error} />}
        </DialogBody>
        <DialogActions>
          {mayGoWithout(comparison) && (
            // Away from the button that is tapped again, and none of the others moves for it.
            <Button look="grave" isBusy={mark.isPending} onClick={giveAway}>
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

/** Calls back once a part has left the page. */
function useGone(onGone: () => void): void {
  const tell = useEffectEvent(onGone)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // While it is developed, React takes each part away once for a trial.
    clearTimeout(timer.current)
    return () => {
      timer.current = setTimeout(tell)
    }
  }, [])
}

/** The shop knows its customers: without the service's word a person decides, and the log says so. */
const mayGoWithout = ({ is }: Comparison): boolean => is === 'none' || is === 'failed' || is === 'mismatch'

function Said({ of }: { readonly of: Comparison }) {
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
