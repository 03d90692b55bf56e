import { type Action, actions } from '#contract/desk/action.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { useServerNow } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import { personWords } from '#web/format/person-words.ts'
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
    return t(`last.unknown.${action}`, { person: personWords(by, t), time: formatWhen(Date.parse(at), language) })
  }
  const isOfThat = unknown?.action === action && unknown.by?.person === by?.person
  return outcome === 'failed' && isOfThat && by?.person
    ? t(`last.failed.${action}`, { person: personWords(by, t) })
    : null
}

/** The note about the last answer to an order, from any tablet. */
export const LastNote = ({ row }: { readonly row: Pick<OrderRow, 'last_action'> | undefined }) =>
  row?.last_action && <LastAnswer last={row.last_action} />

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
