import { hasUnmatched, type OrderView } from '#client/order.ts'
import { Switch } from '#ui/switch.tsx'
import { useWords } from '#words/words.tsx'

interface DigitalSwitchProps {
  readonly view: Pick<OrderView, 'order' | 'matches' | 'catalogState'>
  readonly isDigital: boolean
  readonly onTurn: (isDigital: boolean) => void
}

const hints = { whole: 'digital.switchHint', growing: 'digital.growing', short: 'digital.short' } as const

/**
 * unspecified: nothing on an order says that it has digital codes: a person does, or the catalog. Where the catalog was
 * not searched as a whole, the switch says so.
 */
export function DigitalSwitch({ view, isDigital, onTurn }: DigitalSwitchProps) {
  const say = useWords()
  const { catalogState = 'whole' } = view
  const hint = hints[!isDigital && hasUnmatched(view) ? catalogState : 'whole']
  return <Switch label={say('digital.switch')} hint={say(hint)} checked={isDigital} onChange={onTurn} />
}
