import { requestTicket } from '#web/api/screen-state.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useState } from 'react'

const mostBags = 9
const counts = Object.fromEntries(Array.from({ length: mostBags }, (_, index) => [index + 1, String(index + 1)]))

interface PrintTicketProps {
  readonly orderId: OrderId
  /** The copies requested on all tablets; undefined if the desk has no row of the order. */
  readonly copies: number | undefined
}

/** Prints the order's ticket, once for each bag. */
export function PrintTicket({ orderId, copies = 0 }: PrintTicketProps) {
  const t = useTranslate()
  const [bags, setBags] = useState('1')
  return (
    <div className="no-print flex flex-col gap-1">
      <div className="flex items-end gap-2">
        <Button className="flex-1" onClick={() => requestTicket(orderId, false, Number(bags))}>
          {t('ticket.print')}
        </Button>
        <div className="w-20">
          <SelectField label={t('ticket.bags')} value={bags} options={counts} onChange={setBags} />
        </div>
      </div>
      {copies > 0 && <p className="text-sm text-faint">{t('ticket.copies', { count: copies })}</p>}
    </div>
  )
}
