import { sessionQuery } from '#client/session.ts'
import { clocksMayDifferSeconds, type VendorState } from '#contract/desk/vendor-state.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { formatDuration } from '#words/format-duration.ts'
import { formatMoment } from '#words/format.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { Fact, Facts, SettingsSection } from './settings-section.tsx'
import { vendorStateQuery } from './settings-queries.ts'

/** How the desk last saw the vendor service; what nobody knows is called unknown. */
export function VendorSection() {
  const say = useWords()
  const language = useLanguage()
  const { data: state, error } = useQuery(vendorStateQuery())
  const { data: session } = useQuery(sessionQuery())
  if (!state && error) throw error
  return (
    <SettingsSection title={say('settings.vendor')}>
      {state ? (
        <Facts>
          <LineFact state={state} />
          <TokenFact token={state.token} />
          <ClockFact aheadSeconds={state.clock_ahead_seconds ?? null} />
          {session && (
            <Fact name={say('settings.window')} hint={say('settings.windowHint')}>
              {formatDuration(session.response_window_seconds, language)}
            </Fact>
          )}
        </Facts>
      ) : (
        <Skeleton className="h-40" />
      )}
    </SettingsSection>
  )
}

const lineLooks = { answers: 'good', failing: 'amber', silent: 'red' } as const

function LineFact({ state: { line, as_of: asOf } }: { readonly state: VendorState }) {
  const say = useWords()
  const language = useLanguage()
  const name = say('settings.line')
  if (line === null || asOf === null) {
    return (
      <Fact name={name} hint={say('settings.notAsked')}>
        {say('settings.unknown')}
      </Fact>
    )
  }
  return (
    <Fact name={name} look={lineLooks[line]} hint={say('settings.asOf', { time: formatMoment(asOf, language) })}>
      {say(`settings.line.${line}`)}
    </Fact>
  )
}

function TokenFact({ token }: { readonly token: VendorState['token'] }) {
  const say = useWords()
  const name = say('settings.token')
  if (token === null) return <Fact name={name}>{say('settings.unknown')}</Fact>
  return (
    <Fact name={name} look={token === 'accepted' ? 'good' : 'red'}>
      {say(`settings.token.${token}`)}
    </Fact>
  )
}

/** `Date` has whole seconds: what is less is no difference. */
const sameWithinSeconds = 2

/** How the clock of the desk's server stands to the service's. */
function ClockFact({ aheadSeconds }: { readonly aheadSeconds: number | null }) {
  const say = useWords()
  const language = useLanguage()
  const name = say('settings.clock')
  if (aheadSeconds === null) return <Fact name={name}>{say('settings.unknown')}</Fact>
  const seconds = Math.round(Math.abs(aheadSeconds))
  const by = formatDuration(seconds, language)
  if (seconds < sameWithinSeconds) {
    return (
      <Fact name={name} look="good">
        {say('settings.clock.ok')}
      </Fact>
    )
  }
  return (
    <Fact name={name} look={seconds > clocksMayDifferSeconds ? 'amber' : 'plain'} hint={say('settings.clockHint')}>
      {say(aheadSeconds > 0 ? 'settings.clock.ahead' : 'settings.clock.behind', { by })}
    </Fact>
  )
}
