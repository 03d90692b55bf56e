import type { OrderView } from '#web/api/order.ts'
import type { ReadCancelReason } from './cancel-reasons-query.ts'
import type { Pick } from '#contract/desk/marks.ts'
import { cleanReasonText, isReasonTextTooLong } from '#contract/desk/reason-text.ts'
import { readable } from '#contract/salvage.ts'
import type { RejectBody } from '#contract/vendor/order-endpoints.ts'
import { lineKey, orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { Button } from '#web/components/button.tsx'
import { DialogBody } from '#web/components/dialog.tsx'
import { Choice } from '#web/components/field.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { lineToChoose, MissingItems } from './missing-items.tsx'
import { ReasonText } from './reason-text.tsx'
import { RejectActions } from './reject-actions.tsx'

interface ReasonOfListProps {
  readonly view: OrderView
  readonly undone: RejectBody | undefined
  readonly reasons: readonly ReadCancelReason[]
  /** They could not be read again just now. */
  readonly areOld: boolean
  readonly onCancel: () => void
  readonly onSend: (body: RejectBody) => void
}

/** The items get the room of the other reasons. Those are not seen, though arrow keys and screen readers reach them. */
const folded = 'flex items-center gap-2 *:has-checked:flex-1 *:has-[input:not(:checked)]:sr-only'

/**
 * One of the service's reasons, the missing items where it asks for them, and a text where somebody writes one. No reason
 * is chosen in advance, but one that was undone; of the items those that somebody has looked for in vain.
 */
export function ReasonOfList({ view, undone, reasons, areOld, onCancel, onSend }: ReasonOfListProps) {
  const { order, row } = view
  const t = useTranslate()
  const [reasonId, setReasonId] = useState(undone?.cancel_reason_id)
  const [chosen, setChosen] = useState<readonly number[] | undefined>(() => undone?.items?.map(({ id }) => id))
  const [text, setText] = useState(undone?.reason_text ?? '')
  const [problem, setProblem] = useState<string>()
  // What was just missed may become known after this is drawn; once somebody chose, it is theirs.
  const wanted = chosen ?? notFound(order, row?.picks ?? [])
  // What was chosen before the customer took it out has no box any more.
  const missing = wanted.filter((id) => orderItems(order).some((line) => lineToChoose(readable(line)).id === id))
  const reason = reasons.find(({ id }) => id === reasonId)
  const asksForItems = reason?.should_select_items === true

  function chooseAnother(form: HTMLFormElement | null) {
    const radio = form?.querySelector<HTMLElement>(':checked')
    flushSync(() => setReasonId(undefined))
    radio?.focus()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    /** What is still to be chosen is brought into sight. */
    function ask(text: string, choices: 'radio' | 'checkbox') {
      // What is said takes room.
      flushSync(() => setProblem(text))
      form.querySelector<HTMLElement>(`input[type='${choices}']:enabled`)?.focus()
    }
    if (!reason) return ask(t('reject.chooseReason'), 'radio')
    if (asksForItems && missing.length === 0) return ask(t('reject.chooseItems'), 'checkbox')
    const words = cleanReasonText(text)
    if (isReasonTextTooLong(words)) return form.querySelector('textarea')?.focus()
    onSend({
      cancel_reason_id: reason.id,
      ...(asksForItems && { items: missing.map((id) => ({ id })) }),
      ...(words !== '' && { reason_text: words }),
    })
  }

  return (
    <form onSubmit={submit} className="contents">
      <DialogBody>
        {areOld && <Message look="amber">{t('reject.oldReasons')}</Message>}
        <fieldset className={asksForItems ? folded : 'grid gap-2 tablet:grid-cols-2'}>
          <legend className={asksForItems ? 'sr-only' : 'mb-2 font-semibold'}>{t('reject.reason')}</legend>
          {reasons.map(({ id, name }) => (
            <Choice
              key={id}
              type="radio"
              name="reason"
              label={readable(name) || `#${id}`}
              checked={id === reasonId}
              onChange={() => {
                setProblem(undefined)
                setReasonId(id)
              }}
            />
          ))}
          {asksForItems && (
            <Button
              className="shrink-0 leading-5 max-tablet:w-24 max-tablet:px-1"
              onClick={({ currentTarget }) => chooseAnother(currentTarget.form)}
            >
              {t('reject.otherReason')}
            </Button>
          )}
        </fieldset>
        {asksForItems && (
          <MissingItems
            order={order}
            matches={view.matches}
            title={readable(readable(reason.options)?.select_items_title) || t('reject.items')}
            missing={missing}
            onChange={(ids) => {
              setProblem(undefined)
              setChosen(ids)
            }}
          />
        )}
        <ReasonText text={text} onChange={setText} />
      </DialogBody>
      <div className="tablet:short:flex tablet:short:*:content-center">
        {/* In sight however long the order is: beside the button that it is about. */}
        <div className="flex flex-1 flex-col justify-center gap-2 border-t border-line px-6 py-3 empty:hidden short:py-1">
          {reason && (
            <p className="text-soft max-tablet:text-sm max-tablet:leading-4 short:text-sm short:leading-4">
              {t(asksForItems ? 'reject.consequenceItems' : 'reject.consequence')}
            </p>
          )}
          {problem !== undefined && (
            <Message role="alert" look="red">
              {problem}
            </Message>
          )}
        </div>
        <RejectActions onCancel={onCancel} />
      </div>
    </form>
  )
}

const notFound = (order: ReadOrder, picks: readonly Pick[]): readonly number[] =>
  orderItems(order).flatMap((line, index) => {
    const isMissing = picks.some((pick) => pick.line === lineKey(line, index) && pick.state === 'missing')
    return isMissing ? (lineToChoose(readable(line)).id ?? []) : []
  })
