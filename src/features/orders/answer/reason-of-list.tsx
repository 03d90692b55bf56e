import type { OrderView } from '#client/order.ts'
import type { ReadCancelReason } from '#features/orders/order-queries.ts'
import type { ItemMatch } from '#contract/desk/inbox.ts'
import type { Pick } from '#contract/desk/marks.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import type { RejectBody } from '#contract/vendor/order-endpoints.ts'
import { toRejectItemId } from '#contract/vendor/item-id.ts'
import { lineKey, orderItems, type ReadOrder, type ReadOrderItem } from '#contract/vendor/order.ts'
import { Button } from '#ui/button.tsx'
import { DialogActions, DialogBody } from '#ui/dialog.tsx'
import { Choice } from '#ui/field.tsx'
import { Message } from '#ui/message.tsx'
import { readItem } from '#reading/item.ts'
import { saleOf } from '#reading/sale.ts'
import { lineMatchName } from '#features/orders/lines/line-match-name.ts'
import { useLanguage, useWords, type Say } from '#words/words.tsx'
import { useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'

interface ReasonOfListProps {
  readonly view: OrderView
  readonly undone: RejectBody | undefined
  readonly reasons: readonly ReadCancelReason[]
  /** They could not be read again just now. */
  readonly areOld: boolean
  readonly onCancel: () => void
  readonly onSend: (body: RejectBody) => void
}

/**
 * One of the service's reasons, and the missing items where it asks for them. No reason is chosen in advance, but one
 * that was undone; of the items those that somebody has looked for in vain.
 */
export function ReasonOfList({ view, undone, reasons, areOld, onCancel, onSend }: ReasonOfListProps) {
  const { order, row } = view
  const say = useWords()
  const [reasonId, setReasonId] = useState(undone?.cancel_reason_id)
  const [chosen, setChosen] = useState<readonly number[] | undefined>(() => undone?.items?.map(({ id }) => id))
  const [problem, setProblem] = useState<string>()
  // What was just missed may become known after this is drawn; once somebody chose, it is theirs.
  const wanted = chosen ?? notFound(order, row?.picks ?? [])
  // What was chosen before the customer took it out has no box any more.
  const missing = wanted.filter((id) =>
    orderItems(order).some((line, index) => lineToChoose(readable(line), index).id === id),
  )
  const reason = reasons.find(({ id }) => id === reasonId)
  const asksForItems = reason?.should_select_items === true

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    /** What is still to be chosen is brought into sight. */
    function ask(text: string, choices: 'radio' | 'checkbox') {
      // What is said takes room.
      flushSync(() => setProblem(text))
      form.querySelector<HTMLElement>(`input[type='${choices}']:enabled`)?.focus()
    }
    if (!reason) return ask(say('reject.chooseReason'), 'radio')
    if (!asksForItems) return onSend({ cancel_reason_id: reason.id })
    if (missing.length === 0) return ask(say('reject.chooseItems'), 'checkbox')
    onSend({ cancel_reason_id: reason.id, items: missing.map((id) => ({ id })) })
  }

  return (
    <form onSubmit={submit} className="contents">
      <DialogBody>
        {areOld && <Message look="amber">{say('reject.oldReasons')}</Message>}
        <fieldset className="grid gap-2 tablet:grid-cols-2">
          <legend className="mb-2 font-semibold">{say('reject.reason')}</legend>
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
        </fieldset>
        {asksForItems && (
          <MissingItems
            order={order}
            matches={row?.matches ?? []}
            title={readable(readable(reason.options)?.select_items_title) || say('reject.items')}
            missing={missing}
            onChange={(ids) => {
              setProblem(undefined)
              setChosen(ids)
            }}
          />
        )}
      </DialogBody>
      {/* In sight however long the order is: beside the button that it is about. */}
      <div className="flex flex-col gap-2 border-t border-line px-6 py-3 empty:hidden">
        {reason && <p className="text-soft">{say(asksForItems ? 'reject.consequenceItems' : 'reject.consequence')}</p>}
        {problem !== undefined && (
          <Message role="alert" look="red">
            {problem}
          </Message>
        )}
      </div>
      <DialogActions>
        <Button onClick={onCancel}>{say('reject.cancel')}</Button>
        <Button type="submit" look="grave">
          {say('reject.send')}
        </Button>
      </DialogActions>
    </form>
  )
}

interface MissingItemsProps {
  readonly order: ReadOrder
  /** What the catalog says of its lines. */
  readonly matches: readonly ItemMatch[]
  readonly title: string
  readonly missing: readonly number[]
  readonly onChange: (missing: readonly number[]) => void
}

function MissingItems({ order, matches, title, missing, onChange }: MissingItemsProps) {
  const say = useWords()
  const language = useLanguage()
  const lines = orderItems(order).map((item, index) => {
    const line = readable(item)
    const match = matches.find((each) => each.line === lineKey(item, index))
    return { ...lineToChoose(line, index), otherName: match && lineMatchName(line, match, language) }
  })
  const allChosen = missing.length > 0 && missing.length === lines.length
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold">
        <bdi dir="auto">{title}</bdi>
      </legend>
      <div className="grid gap-2 tablet:grid-cols-2">
        {lines.map(({ key, id, name, otherName, quantity }, place) => (
          <Choice
            key={place}
            type="checkbox"
            label={name ?? say('order.lineUnreadable')}
            hint={
              id === undefined
                ? say('reject.itemUnnameable')
                : hintOf(quantity, otherName, suggestion(matches, key, say))
            }
            disabled={id === undefined}
            checked={id !== undefined && missing.includes(id)}
            onChange={(checked) => {
              if (id !== undefined) onChange(checked ? [...missing, id] : missing.filter((each) => each !== id))
            }}
          />
        ))}
      </div>
      {lines.length === 0 && <Message look="amber">{say('reject.noItems')}</Message>}
      {allChosen && <Message look="amber">{say('reject.allItems')}</Message>}
    </fieldset>
  )
}

/** How much of it is missing is said of the whole line. */
const hintOf = (quantity: number | undefined, otherName = '', why = ''): string | undefined =>
  [quantity !== undefined && quantity !== 1 && `${quantity} ×`, otherName && `\u2068${otherName}\u2069`, why]
    .filter(Boolean)
    .join(' · ') || undefined

/** Why a line may well be the missing one: a hint, for the catalog may be wrong and the shelf is right. */
function suggestion(matches: readonly ItemMatch[], lineId: string, say: Say): string | undefined {
  const match = matches.find(({ line }) => line === lineId)
  const item = match && readItem(match.item)
  if (!item || item instanceof Unreadable) return undefined
  const sale = saleOf(item)
  const isSold = sale === 'on' || sale === 'unclear'
  return isSold ? undefined : say(`match.${sale}`)
}

const notFound = (order: ReadOrder, picks: readonly Pick[]): readonly number[] =>
  orderItems(order).flatMap((line, index) => {
    const isMissing = picks.some((pick) => pick.line === lineKey(line, index) && pick.state === 'missing')
    return isMissing ? (lineToChoose(readable(line), index).id ?? []) : []
  })

/** unspecified: which id a rejection wants; the order item's, where it is a whole number. */
function lineToChoose(line: ReadOrderItem | undefined, index: number) {
  const itemId = readable(line?.id)
  return {
    key: itemId ?? `line-${index}`,
    id: itemId === undefined ? undefined : toRejectItemId(itemId),
    name: readable(readable(line?.product)?.name) ?? itemId,
    quantity: readable(line?.quantity) ?? undefined,
  }
}
