import { useServerNow } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'

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
