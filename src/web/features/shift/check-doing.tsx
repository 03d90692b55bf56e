import { wishTicket } from '#web/api/tickets.ts'
import { paths } from '#contract/screen-paths.ts'
import { Button } from '#web/components/button.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Link } from 'react-router'
import type { Check, CheckedInstrument, Said } from './checks.ts'

interface CheckDoingProps {
  readonly check: Check
  readonly instrument: CheckedInstrument
  readonly onHeard: (said: Said) => void
  readonly onPrinted: (said: Said) => void
}

/** What a person can do about one point of the list, or has to say of it. */
export function CheckDoing({ check: { name, state }, instrument, onHeard, onPrinted }: CheckDoingProps) {
  const t = useTranslate()
  switch (name) {
    case 'armed':
      return state === 'ok' ? null : (
        <Button look="primary" onClick={() => void instrument.arm()}>
          {t('check.arm')}
        </Button>
      )
    case 'sound':
      return (
        <>
          <Button onClick={() => (instrument.isArmed() ? instrument.sound.test() : void instrument.arm())}>
            {t('check.play')}
          </Button>
          <Button onClick={() => onHeard('yes')}>{t('check.heard')}</Button>
          <Button onClick={() => onHeard('no')}>{t('check.notHeard')}</Button>
        </>
      )
    case 'printer':
      return (
        <>
          <Button onClick={() => wishTicket(undefined)}>{t('paper.test')}</Button>
          <Button onClick={() => onPrinted('yes')}>{t('check.came')}</Button>
          <Button onClick={() => onPrinted('no')}>{t('check.notCame')}</Button>
          <Button onClick={() => onPrinted('none')}>{t('check.noPrinter')}</Button>
        </>
      )
    case 'webhook':
      return state === 'ok' ? null : (
        <Link to={paths.settings} className="inline-flex min-h-12 items-center underline">
          {t('nav.settings')}
        </Link>
      )
    case 'person':
      return state === 'ok' ? null : (
        <Link to={paths.signIn(paths.shift)} className="inline-flex min-h-12 items-center underline">
          {t('nav.signIn')}
        </Link>
      )
    case 'awake':
    case 'feed':
    case 'clock':
      return null
  }
}
