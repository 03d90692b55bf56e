import { actions, type Action } from '#contract/desk/action.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { formatWhen } from '#web/format/format-when.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useState } from 'react'

type LastAction = NonNullable<OrderRow['last_action']>

const isAction = (text: string): text is Action => actions.some((action) => action === text)

/**
 * What this desk last did to an order, from whichever tablet, while nobody knows whether it arrived; and that it did not,
 * where that is found out before the eyes of whoever looks. Of a failure from before the story tells.
 */
export function LastAnswer({ last }: { readonly last: LastAction }) {
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
