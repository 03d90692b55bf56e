import { Switch } from '#ui/switch.tsx'
import { useWords } from '#words/words.tsx'

interface DigitalSwitchProps {
  readonly isDigital: boolean
  readonly onTurn: (isDigital: boolean) => void
}

/** Nothing on an order says that it has digital codes: a person does, or the catalog. */
export function DigitalSwitch({ isDigital, onTurn }: DigitalSwitchProps) {
  const say = useWords()
  return <Switch label={say('digital.switch')} hint={say('digital.switchHint')} checked={isDigital} onChange={onTurn} />
}
