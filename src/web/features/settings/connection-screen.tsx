import { clocksMayDifferSeconds, type VendorState } from '#contract/desk/vendor-state.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Skeleton } from '#web/components/text.tsx'
import { formatMoment } from '#web/i18n/format.ts'
import { formatDuration } from '#web/i18n/duration.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { DriftSection } from './drift-section.tsx'
import { vendorStateQuery } from './settings-queries.ts'
import { Fact, Facts, SettingsSection } from './settings-section.tsx'
import { WebhookSection } from './webhook-section.tsx'
import { WindowFact } from './window-fact.tsx'
import { useQuery } from '@tanstack/react-query'

/** The vendor service's last known state. */
function VendorSection() {
  const t = useTranslate()
  const { data: state, error } = useQuery(vendorStateQuery())
  const { data: session } = useQuery(sessionQuery())
  if (!state && error) throw error
  return (
    <SettingsSection title={t('settings.vendor')}>
      {state ? (
        <Facts>
          <LineFact state={state} />
          <TokenFact token={state.token} />
          <ClockFact aheadSeconds={state.clock_ahead_seconds ?? null} />
          {session && <WindowFact seconds={session.response_window_seconds} />}
        </Facts>
      ) : (
        <Skeleton className="h-40" />
      )}
    </SettingsSection>
  )
}

const lineLooks = { answers: 'good', failing: 'amber', silent: 'red' } as const

function LineFact({ state: { line, as_of: asOf } }: { readonly state: VendorState }) {
  const t = useTranslate()
  const language = useLanguage()
  const name = t('settings.line')
  if (line === null || asOf === null) {
    return (
      <Fact name={name} hint={t('settings.notAsked')}>
        {t('settings.unknown')}
      </Fact>
    )
  }
  return (
    <Fact name={name} look={lineLooks[line]} hint={t('settings.asOf', { time: formatMoment(asOf, language) })}>
      {t(`settings.line.${line}`)}
    </Fact>
  )
}

function TokenFact({ token }: { readonly token: VendorState['token'] }) {
  const t = useTranslate()
  const name = t('settings.token')
  if (token === null) return <Fact name={name}>{t('settings.unknown')}</Fact>
  return (
    <Fact name={name} look={token === 'accepted' ? 'good' : 'red'}>
      {t(`settings.token.${token}`)}
    </Fact>
  )
}

/** The `Date` header has whole seconds, so a smaller difference is none. */
const sameWithinSeconds = 2

/** How far the clocks of the desk's server and the service differ. */
function ClockFact({ aheadSeconds }: { readonly aheadSeconds: number | null }) {
  const t = useTranslate()
  const language = useLanguage()
  const name = t('settings.clock')
  if (aheadSeconds === null) return <Fact name={name}>{t('settings.unknown')}</Fact>
  const seconds = Math.round(Math.abs(aheadSeconds))
  const by = formatDuration(seconds, language)
  if (seconds < sameWithinSeconds) {
    return (
      <Fact name={name} look="good">
        {t('settings.clock.ok')}
      </Fact>
    )
  }
  return (
    <Fact name={name} look={seconds > clocksMayDifferSeconds ? 'amber' : 'plain'} hint={t('settings.clockHint')}>
      {t(aheadSeconds > 0 ? 'settings.clock.ahead' : 'settings.clock.behind', { by })}
    </Fact>
  )
}

/** `/connection`: the vendor service, and the webhook by which orders arrive. */
export function ConnectionScreen() {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  return (
    <div className="flex w-full max-w-3xl flex-col gap-5 pb-8">
      <title>{`${t('nav.connection')} · ${t('app.name')}`}</title>
      <h1 className="text-xl font-bold">{t('nav.connection')}</h1>
      <WebhookSection />
      <VendorSection />
      {session?.staff && <DriftSection />}
    </div>
  )
}
