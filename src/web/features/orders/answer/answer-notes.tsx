import { type Action, actions } from '#contract/desk/action.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { useServerNow } from '#web/api/http/server-clock.ts'
import type { OrderView } from '#web/api/order.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { nextKind } from '#web/features/orders/hand-over/use-hand-over.ts'
import { HandOverState } from '#web/features/orders/hand-over/hand-over-state.tsx'
import { pickCount } from '#web/features/orders/picking/use-picks.ts'
import { formatWhen } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

type LastAction = NonNullable<OrderRow['last_action']>

const isAction = (text: string): text is Action => actions.some((action) => action === text)

/**
 * What this desk last did to an order, from whichever tablet, while nobody knows whether it arrived; and that it did not,
 * where that is found out before the eyes of whoever looks. Of a failure from before the story tells.
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

/** What is to be said of the last answer to an order, from whichever tablet it came. */
export const LastNote = ({ row }: { readonly row: Pick<OrderRow, 'last_action'> | undefined }) =>
  row?.last_action && <LastAnswer last={row.last_action} />

interface PackingNoteProps {
  readonly view: OrderView & { readonly row: NonNullable<OrderView['row']> }
  /** Ready was tapped, and can still be undone. */
  readonly isReadyHeld: boolean
  /** The customer is to be asked about what was not found. */
  readonly onAsk: () => void
}

/** In the bar: how far the bag is, before it is ready, and the way to give it away afterwards. */
export function PackingNote({ view, isReadyHeld, onAsk }: PackingNoteProps) {
  const t = useTranslate()
  const kind = nextKind(view)
  // What was typed and compared for one way says nothing of the other.
  if (kind) return <HandOverState key={kind} view={view} kind={kind} isNext />
  const { total, picked, missing } = pickCount(view.order, view.row.picks)
  if (total > 0 && picked === total) return <p className="text-center font-semibold text-good">{t('pick.all')}</p>
  if (missing > 0 && !isReadyHeld) return <Button onClick={onAsk}>{t('pick.ask', { count: missing })}</Button>
  if (!isReadyHeld || total === 0) return null
  const open = total - picked - missing
  // They keep nobody from it.
  return (
    <>
      {missing > 0 && (
        <Message live="polite" look="red">
          {t('pick.unasked', { count: missing })}
        </Message>
      )}
      {open > 0 && (
        <Message live="polite" look="amber">
          {t('pick.open', { count: open })}
        </Message>
      )}
    </>
  )
}

/** Who is about to answer an order on another tablet: a second answer would only be refused. */
export const Answering = ({ row: { answering } }: { readonly row: Pick<OrderRow, 'answering'> }) =>
  answering && <AnsweringNow answering={answering} />

function AnsweringNow({ answering }: { readonly answering: NonNullable<OrderRow['answering']> }) {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  const isOver = useServerNow() >= Date.parse(answering.until)
  const { person, tablet } = answering.by
  // Whoever is no longer signed in here was, as they began.
  const isHere = session?.device?.name === tablet && (session.staff?.name ?? person) === person
  if (isOver || isHere) return null
  return <span className="block text-sm font-semibold text-amber">{t('card.answering', { person, tablet })}</span>
}
