import { type Action, actions } from '#contract/desk/action.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { useServerNow } from '#web/api/http/server-clock.ts'
import type { OrderView } from '#web/api/order.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { nextKind } from '#web/features/orders/hand-over/use-hand-over.tsx'
import { HandOverState } from '#web/features/orders/hand-over/hand-over-state.tsx'
import { pickCount } from '#web/features/orders/picking/use-picks.ts'
import { formatWhen } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

type LastAction = NonNullable<OrderRow['last_action']>

const isAction = (text: string): text is Action => actions.some((action) => action === text)

/**
 * Shows the desk's last answer, from any tablet, while its outcome is unknown, and its failure if the outcome became known
 * while this was shown. The timeline shows earlier failures.
 */
function LastAnswer({ last }: { readonly last: LastAction }) {
  const t = useTranslate()
  const language = useLanguage()
  const [unknown, setUnknown] = useState<LastAction>()
  const { action, outcome, by, at } = last
  if (outcome === 'unknown' && unknown?.at !== at) setUnknown(last)
  if (!isAction(action)) return null
  if (outcome === 'unknown') {
    if (!by?.person) return t('failure.order_busy')
    return t(`last.unknown.${action}`, { person: by.person, time: formatWhen(Date.parse(at), language) })
  }
  const isOfThat = unknown?.action === action && unknown.by?.person === by?.person
  return outcome === 'failed' && isOfThat && by?.person ? t(`last.failed.${action}`, { person: by.person }) : null
}

/** The note about the last answer to an order, from any tablet. */
export const LastNote = ({ row }: { readonly row: Pick<OrderRow, 'last_action'> | undefined }) =>
  row?.last_action && <LastAnswer last={row.last_action} />

interface PackingNoteProps {
  readonly view: OrderView & { readonly row: NonNullable<OrderView['row']> }
  /** Ready was pressed and can still be undone. */
  readonly isReadyHeld: boolean
  /** Called to ask the customer about missing items. */
  readonly onAsk: () => void
}

/** The bar's packing progress before the order is ready, and its hand-over afterwards. */
export function PackingNote({ view, isReadyHeld, onAsk }: PackingNoteProps) {
  const t = useTranslate()
  const kind = nextKind(view)
  // The key discards a typed code when the kind of hand-over changes.
  if (kind) return <HandOverState key={kind} view={view} kind={kind} isNext />
  const { total, picked, missing } = pickCount(view.order, view.row.picks)
  if (total > 0 && picked === total) return <p className="text-center font-semibold text-good">{t('pick.all')}</p>
  // In the hold it would come too late: the eye is on Undo.
  if (isReadyHeld) {
    if (missing === 0) return null
    return (
      <Message live="polite" look="red">
        {t('pick.unasked', { count: missing })}
      </Message>
    )
  }
  const open = total - picked - missing
  return (
    <>
      {missing > 0 && <Button onClick={onAsk}>{t('pick.ask', { count: missing })}</Button>}
      {/* Shops that do not tick lines are not reminded of it. */}
      {picked + missing > 0 && open > 0 && (
        <p className="text-center text-sm font-semibold text-amber">{t('pick.open', { count: open })}</p>
      )}
    </>
  )
}

/** Shows who is answering the order on another tablet, because a second answer would be refused. */
export const Answering = ({ row: { answering } }: { readonly row: Pick<OrderRow, 'answering'> }) =>
  answering && <AnsweringNow answering={answering} />

function AnsweringNow({ answering }: { readonly answering: NonNullable<OrderRow['answering']> }) {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  const isOver = useServerNow() >= Date.parse(answering.until)
  const { person, tablet } = answering.by
  // A person who has signed out here since held the lease from this tablet.
  const isHere = session?.device?.name === tablet && (session.staff?.name ?? person) === person
  if (isOver || isHere) return null
  return <span className="block text-sm font-semibold text-amber">{t('card.answering', { person, tablet })}</span>
}
