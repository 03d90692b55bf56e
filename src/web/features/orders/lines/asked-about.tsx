import type { OrderView } from '#web/api/order.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { askedLines } from './asked-lines.ts'

interface AskedAboutProps {
  readonly view: OrderView
  readonly lineKey: string
}

/** On a line of an order that waits for the customer: that this is what the customer is asked about. */
export function AskedAbout({ view: { order, row }, lineKey }: AskedAboutProps) {
  const t = useTranslate()
  if (!row || !askedLines(order, row.timeline).includes(lineKey)) return null
  return (
    <p className="mt-1 inline-block rounded-sm bg-accent-tint px-2 text-sm font-semibold text-strong">
      {t('asked.line')}
    </p>
  )
}
