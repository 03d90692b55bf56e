import type { Pick } from '#contract/desk/marks.ts'
import { cleanReasonText, isReasonTextTooLong, type ReasonCode, reasonCodes } from '#contract/desk/reason-text.ts'
import { readable, type Salvaged } from '#contract/salvage.ts'
import { type CancelReason, cancelReasonEndpoints } from '#contract/vendor/cancel-reason.ts'
import type { RejectBody } from '#contract/vendor/order-endpoints.ts'
import { lineKey, orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { throughDesk } from '#web/api/http/call.ts'
import { callVendor, listIn } from '#web/api/http/call-vendor.ts'
import type { OrderView } from '#web/api/order.ts'
import { Button } from '#web/components/button.tsx'
import { DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Choice, TextArea } from '#web/components/field.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { lineToChoose, MissingItems } from './missing-items.tsx'
import { queryOptions } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'

interface ReasonTextProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

/** The optional text beside a reason, with an error if it is too long. */
function ReasonText({ text, onChange }: ReasonTextProps) {
  const t = useTranslate()
  const isTooLong = isReasonTextTooLong(cleanReasonText(text))
  return (
    <TextArea
      label={t('reject.text')}
      value={text}
      onChange={onChange}
      error={isTooLong ? t('reject.textTooLong') : undefined}
    />
  )
}

function RejectActions({ onCancel }: { readonly onCancel: () => void }) {
  const t = useTranslate()
  return (
    <DialogActions>
      <Button onClick={onCancel}>{t('reject.cancel')}</Button>
      <Button type="submit" look="grave">
        {t('reject.send')}
      </Button>
    </DialogActions>
  )
}

interface ReasonInOwnWordsProps {
  readonly onCancel: () => void
  readonly onSend: (body: RejectBody) => void
}

/** A rejection without the service's list: one of its standard codes and an optional text. */
export function ReasonInOwnWords({ onCancel, onSend }: ReasonInOwnWordsProps) {
  const t = useTranslate()
  const [code, setCode] = useState<ReasonCode>()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const reasonText = cleanReasonText(text)

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(code === undefined)
    if (code === undefined || isReasonTextTooLong(reasonText)) return
    onSend({ reason_code: code, ...(reasonText !== '' && { reason_text: reasonText }) })
  }

  return (
    <form onSubmit={submit} className="contents">
      <DialogBody>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-semibold">{t('reject.code')}</legend>
          {reasonCodes.map((each) => (
            <Choice
              key={each}
              type="radio"
              name="code"
              label={t(`reject.${each}`)}
              checked={each === code}
              onChange={() => {
                setMissing(false)
                setCode(each)
              }}
            />
          ))}
        </fieldset>
        <ReasonText text={text} onChange={setText} />
        <p className="text-soft">{t('reject.consequence')}</p>
        {isMissing && (
          <Message role="alert" look="red">
            {t('reject.chooseReason')}
          </Message>
        )}
      </DialogBody>
      <RejectActions onCancel={onCancel} />
    </form>
  )
}

export type ReadCancelReason = Salvaged<CancelReason> & { readonly id: number }

const reasonsKeptMs = 60_000

/** The service's rejection reasons. They "should be fetched before rejecting", so the cache is short-lived. */
export const cancelReasonsQuery = () =>
  queryOptions({
    queryKey: ['cancel-reasons'],
    queryFn: async ({ signal }): Promise<readonly ReadCancelReason[]> => {
      const { data } = await callVendor(throughDesk(cancelReasonEndpoints.listCancelReasons), { signal })
      const reasons = listIn(data).flatMap((reason) => withId(readable(reason)))
      return [...new Map(reasons.map((reason) => [reason.id, reason])).values()]
    },
    staleTime: 0,
    gcTime: reasonsKeptMs,
    retry: 1,
  })

function withId(reason: Salvaged<CancelReason> | undefined): readonly ReadCancelReason[] {
  const id = readable(reason?.id)
  return reason && id !== undefined ? [{ ...reason, id }] : []
}

interface ReasonOfListProps {
  readonly view: OrderView
  readonly undone: RejectBody | undefined
  readonly reasons: readonly ReadCancelReason[]
  /** The reasons are cached, because a new read failed. */
  readonly areOld: boolean
  readonly onCancel: () => void
  readonly onSend: (body: RejectBody) => void
}

/** Hides the other reasons to make room for the items. Arrow keys and screen readers still reach them. */
const collapsed = 'flex items-center gap-2 *:has-checked:flex-1 *:has-[input:not(:checked)]:sr-only'

/**
 * A rejection with one of the service's reasons, the missing items if the reason requires them, and an optional text. It
 * starts with the values of an undone rejection, or else without a reason and with the items that packing marked missing.
 */
export function ReasonOfList({ view, undone, reasons, areOld, onCancel, onSend }: ReasonOfListProps) {
  const { order, row } = view
  const t = useTranslate()
  const [reasonId, setReasonId] = useState(undone?.cancel_reason_id)
  const [chosen, setChosen] = useState<readonly number[] | undefined>(() => undone?.items?.map(({ id }) => id))
  const [text, setText] = useState(undone?.reason_text ?? '')
  const [problem, setProblem] = useState<string>()
  // Follows the packing marks until the first choice.
  const chosenOrMarked = chosen ?? notFound(order, row?.picks ?? [])
  // Drops items that the customer has removed since.
  const missing = chosenOrMarked.filter((id) =>
    orderItems(order).some((line) => lineToChoose(readable(line)).id === id),
  )
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
    /** Shows the problem and scrolls to the choices. */
    function ask(text: string, choices: 'radio' | 'checkbox') {
      // The message changes the layout, so it is rendered first.
      flushSync(() => setProblem(text))
      form.querySelector<HTMLElement>(`input[type='${choices}']:enabled`)?.focus()
    }
    if (!reason) return ask(t('reject.chooseReason'), 'radio')
    if (asksForItems && missing.length === 0) return ask(t('reject.chooseItems'), 'checkbox')
    const reasonText = cleanReasonText(text)
    if (isReasonTextTooLong(reasonText)) return form.querySelector('textarea')?.focus()
    onSend({
      cancel_reason_id: reason.id,
      ...(asksForItems && { items: missing.map((id) => ({ id })) }),
      ...(reasonText !== '' && { reason_text: reasonText }),
    })
  }

  return (
    <form onSubmit={submit} className="contents">
      <DialogBody>
        {areOld && <Message look="amber">{t('reject.oldReasons')}</Message>}
        <fieldset className={asksForItems ? collapsed : 'grid gap-2 tablet:grid-cols-2'}>
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
        {/* Always visible, beside the button. */}
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
