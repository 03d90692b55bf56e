import { paths } from '#contract/screen-paths.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { serverNow, useServerNow } from '#web/api/http/server-clock.ts'
import { requestTicket } from '#web/api/screen-state.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useStore } from '#web/api/store.ts'
import { Button } from '#web/components/button.tsx'
import { Message, ServiceText } from '#web/components/text.tsx'
import { formatMoment } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import {
  type Check,
  type CheckedInstrument,
  type CheckFacts,
  checksOf,
  checkText,
  type CheckReply,
  saveCheck,
  type ShiftCheck,
} from './checks.ts'
import { roundTripQuery, webhookStateQuery } from './shift-queries.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'

interface CheckDoingProps {
  readonly check: Check
  readonly instrument: CheckedInstrument
  readonly onHeard: (reply: CheckReply) => void
  readonly onPrinted: (reply: CheckReply) => void
}

/** The action or the question for one point of the check. */
function CheckDoing({ check: { name, state }, instrument, onHeard, onPrinted }: CheckDoingProps) {
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
          <Button onClick={() => requestTicket(undefined)}>{t('paper.test')}</Button>
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
        <Link to={paths.signIn(paths.reports)} className="inline-flex min-h-12 items-center underline">
          {t('nav.signIn')}
        </Link>
      )
    case 'awake':
    case 'feed':
    case 'clock':
      return null
  }
}

interface StartCheckProps {
  readonly instrument: CheckedInstrument
  readonly check: ShiftCheck | undefined
  readonly onChecked: (check: ShiftCheck) => void
}

/** The checklist for the start of a shift. A person confirms what a browser cannot detect. */
export function StartCheck({ instrument, check, onChecked }: StartCheckProps) {
  const t = useTranslate()
  const [heard, setHeard] = useState<CheckReply>()
  const [printed, setPrinted] = useState<CheckReply>()
  const facts = useFacts(instrument, heard, printed)
  const checks = checksOf(facts)
  const open = checks.filter(({ state }) => state !== 'ok').length

  function finish() {
    const made = { at: new Date(serverNow()).toISOString(), by: facts.person ?? null, open }
    saveCheck(made)
    onChecked(made)
  }

  return (
    <section
      aria-labelledby="shift-check"
      className="no-print flex flex-col gap-3 rounded border border-line bg-raised p-4 tablet:p-6"
    >
      <h2 id="shift-check" className="text-lg font-bold">
        {t('check.title')}
      </h2>
      <LastCheck check={check} />
      <ul className="flex flex-col divide-y divide-line">
        {checks.map((each) => (
          <CheckRow key={each.name} check={each} facts={facts}>
            <CheckDoing check={each} instrument={instrument} onHeard={setHeard} onPrinted={setPrinted} />
          </CheckRow>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button look={open === 0 ? 'primary' : 'quiet'} size="large" onClick={finish}>
          {t('check.finish')}
        </Button>
        <p className="text-sm text-faint">{t('check.finishHint')}</p>
      </div>
    </section>
  )
}

function useFacts(instrument: CheckedInstrument, heard: CheckReply, printed: CheckReply): CheckFacts {
  // The instrument emits no change events, so its state is read each second.
  useServerNow()
  const feed = useStore(feedState)
  const { data: session } = useQuery(sessionQuery())
  const { data: roundTrip, error } = useQuery(roundTripQuery())
  const { data: webhook } = useQuery(webhookStateQuery())
  return {
    isArmed: instrument.isArmed() && instrument.sound.isRunning(),
    isAwake: instrument.wakeLock.isHeld(),
    heard,
    printed,
    feed,
    roundTrip: error ? undefined : roundTrip,
    webhook,
    person: session?.staff?.name,
  }
}

/** Announced only when it changes, because repeated announcements are ignored. */
function LastCheck({ check }: { readonly check: ShiftCheck | undefined }) {
  const t = useTranslate()
  const language = useLanguage()
  return (
    <div role="status">
      {check && (
        <Message look={check.open === 0 ? 'good' : 'amber'}>
          {t('check.made', { time: formatMoment(check.at, language), open: check.open })}
          {check.by !== null && (
            <>
              {' · '}
              <ServiceText>{check.by}</ServiceText>
            </>
          )}
        </Message>
      )}
    </div>
  )
}

interface CheckRowProps {
  readonly check: Check
  readonly facts: CheckFacts
  /** The action for this point. */
  readonly children: ReactNode
}

const dots = { ok: 'bg-good', weak: 'bg-amber', broken: 'bg-red', ask: 'bg-accent' } as const
const inks = { ok: 'text-good', weak: 'text-amber', broken: 'text-red', ask: 'text-accent' } as const

function CheckRow({ check, facts, children }: CheckRowProps) {
  const t = useTranslate()
  const { name, state } = check
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-64 items-baseline gap-3">
        <span className={`${dots[state]} size-3 shrink-0 rounded-full`} aria-hidden="true" />
        <div className="min-w-0">
          <p className="font-semibold">
            {t(`check.${name}`)} <span className={`ms-1 text-sm ${inks[state]}`}>{t(`check.state.${state}`)}</span>
          </p>
          <p className="text-sm text-soft">{checkText(check, facts, t)}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-wide:basis-full max-wide:ps-6 wide:ms-auto wide:justify-end empty:hidden">
        {children}
      </div>
    </li>
  )
}
