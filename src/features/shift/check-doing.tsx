import { Link } from '#client/navigation.tsx'
import { wishTicket } from '#client/tickets.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { useWords } from '#words/words.tsx'
import type { Check, CheckedInstrument, Said } from './checks.ts'

interface CheckDoingProps {
  readonly check: Check
  readonly instrument: CheckedInstrument
  readonly onHeard: (said: Said) => void
  readonly onPrinted: (said: Said) => void
}

/** What a person can do about one point of the list, or has to say of it. */
export function CheckDoing({ check: { name, state }, instrument, onHeard, onPrinted }: CheckDoingProps) {
  const say = useWords()
  switch (name) {
    case 'armed':
      return state === 'ok' ? null : (
        <Button look="primary" onClick={() => void instrument.arm()}>
          {say('check.arm')}
        </Button>
      )
    case 'sound':
      return (
        <>
          <Button onClick={() => (instrument.isArmed() ? instrument.sound.test() : void instrument.arm())}>
            {say('check.play')}
          </Button>
          <Button onClick={() => onHeard('yes')}>{say('check.heard')}</Button>
          <Button onClick={() => onHeard('no')}>{say('check.notHeard')}</Button>
        </>
      )
    case 'printer':
      return (
        <>
          <Button onClick={() => wishTicket(undefined)}>{say('paper.test')}</Button>
          <Button onClick={() => onPrinted('yes')}>{say('check.came')}</Button>
          <Button onClick={() => onPrinted('no')}>{say('check.notCame')}</Button>
          <Button onClick={() => onPrinted('none')}>{say('check.noPrinter')}</Button>
        </>
      )
    case 'webhook':
      return state === 'ok' ? null : (
        <Link to={paths.settings} className="inline-flex min-h-12 items-center underline">
          {say('nav.settings')}
        </Link>
      )
    case 'person':
      return state === 'ok' ? null : (
        <Link to={paths.signIn(paths.shift)} className="inline-flex min-h-12 items-center underline">
          {say('nav.signIn')}
        </Link>
      )
    case 'awake':
    case 'feed':
    case 'clock':
      return null
  }
}
