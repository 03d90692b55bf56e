import { hasUnmatched, type OrderView } from '#web/api/order.ts'
import { Switch } from '#web/components/field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

interface DigitalSwitchProps {
  readonly view: Pick<OrderView, 'order' | 'matches' | 'catalogState'>
  readonly isDigital: boolean
  readonly onTurn: (isDigital: boolean) => void
}

const hints = { whole: 'digital.switchHint', growing: 'digital.growing', short: 'digital.short' } as const

/**
 * unspecified: an order does not say whether it needs digital codes. Staff or the catalog decide; the hint says if the
 * catalog was not searched completely.
 */
export function DigitalSwitch({ view, isDigital, onTurn }: DigitalSwitchProps) {
  const t = useTranslate()
  const { catalogState = 'whole' } = view
  const hint = hints[!isDigital && hasUnmatched(view) ? catalogState : 'whole']
  return <Switch label={t('digital.switch')} hint={t(hint)} checked={isDigital} onChange={onTurn} />
}
