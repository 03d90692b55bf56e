import { personWords } from '#web/format/person-words.ts'
import { isDismissed } from '#contract/desk/board-actions.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { readable } from '#contract/salvage.ts'
import { isReturnedKey, statusKey } from '#contract/vendor/order.ts'
import { orderOfRow } from '#web/api/order.ts'
import { reasonWords } from '#web/format/reason-words.ts'
import type { Translate } from '#web/i18n/translations.tsx'

interface Ending {
  readonly text: string
  /** Why this shop rejected it, in the service's words or its own. */
  readonly reason?: string | undefined
}

type EndedRow = Omit<OrderRow, 'read_at'>

/** How a closed order ended, by whom and why, as far as that is known. */
export function endingWords(row: EndedRow, t: Translate): Ending {
  switch (row.outcome) {
    case 'completed': {
      const person = row.handed_over?.by.person
      return { text: person ? t('history.ended.handedOver', { person }) : t('history.ended.completed') }
    }
    case 'rejected':
      return { text: rejectedWords(row, t), reason: row.reject_reason && reasonWords(row.reject_reason, t) }
    case 'cancelled':
    case 'missed':
      return { text: t(`history.ended.${row.outcome}`) }
    case 'other':
    case null:
    case undefined:
      return { text: otherWords(row, t) }
  }
}

function rejectedWords({ last_done: done }: EndedRow, t: Translate): string {
  const person = done?.by && personWords(done.by, t)
  if (done?.action !== 'reject') return t('history.ended.rejectedElsewhere')
  return person ? t('history.ended.rejectedBy', { person }) : t('history.ended.rejected')
}

/** Falls back on the service's own words for the status. */
function otherWords(row: EndedRow, t: Translate): string {
  const order = orderOfRow(row)
  const remover = row.removed_by?.person
  if (remover) return t('history.ended.removedBy', { person: remover })
  if (isDismissed(row)) return t('history.ended.removed')
  if (row.returned || isReturnedKey(statusKey(order) ?? '')) return t('history.ended.returned')
  const status = readable(readable(order.status)?.title)?.trim()
  return status ? t('history.ended.status', { status }) : t('history.ended.unknown')
}
