import { callDesk } from '#web/api/http/call.ts'
import { useServerNow } from '#web/api/http/server-clock.ts'
import { people, type Tablet } from '#contract/desk/people.ts'
import type { TabletState } from '#contract/desk/session.ts'
import { SignInFirst } from '#web/format/sign-in-first.tsx'
import { formatMoment } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { AddTablet } from './add-tablet.tsx'
import { NewName, PeopleList } from './people-list.tsx'
import { PeoplePage } from './people-form.tsx'
import { tabletsQuery, useMe, useSession } from './people-queries.ts'

/** `/tablets`: lists the tablets; a manager can pair, rename and remove them. */
export function TabletsScreen() {
  const t = useTranslate()
  const session = useSession()
  const me = useMe()
  return (
    <PeoplePage title={t('people.tabletsTitle')}>
      {/* First, so that a new code is in sight however many tablets are listed. */}
      {me?.is_manager && <AddTablet />}
      {session?.staff ? <TabletList /> : <SignInFirst why={t('people.signInFirst')} />}
    </PeoplePage>
  )
}

function TabletList() {
  const t = useTranslate()
  const me = useMe()
  const { data: tablets, error } = useQuery(tabletsQuery())
  return (
    <PeopleList
      entries={tablets}
      error={error}
      tags={({ is_this: isThis }) => [isThis && t('people.thisTablet')]}
      details={(tablet) => <TabletDetails tablet={tablet} />}
      canGo={() => true}
      more={(tablet) => me?.is_manager && <NewName tablet={tablet} />}
      removal={{
        button: t('people.cutOff'),
        title: (name) => t('people.cutOffName', { name }),
        consequence: t('people.cutOffWhat'),
        warning: ({ is_this: isThis }) => (isThis ? t('people.cutOffThis') : undefined),
        remove: (deviceId) => callDesk(people.removeTablet, { params: { deviceId } }),
      }}
    />
  )
}

const soonMs = 14 * 24 * 60 * 60_000

function TabletDetails({ tablet }: { readonly tablet: Tablet }) {
  const t = useTranslate()
  const language = useLanguage()
  const now = useServerNow()
  const { enrolled_at: enrolledAt, last_seen_at: lastSeenAt, ends_at: endsAt, is_this: isThis, state } = tablet
  const isEndingSoon = Date.parse(endsAt) - now <= soonMs
  return (
    <>
      {/* This tablet's own state is shown above, where it is current. */}
      {!isThis && state !== undefined && <TabletRing state={state} />}
      <p className="text-sm text-soft">
        {t('people.enrolledAt', { time: formatMoment(enrolledAt, language) })}
        <br />
        {t('people.lastSeen', { time: formatMoment(lastSeenAt, language) })}
        {isEndingSoon && (
          <strong className="block text-amber">{t('people.endsAt', { time: formatMoment(endsAt, language) })}</strong>
        )}
      </p>
    </>
  )
}

interface TabletRingProps {
  readonly state: TabletState | null
}

/** Whether the tablet rings for new orders, as it reports itself. */
function TabletRing({ state }: TabletRingProps) {
  const t = useTranslate()
  const [ink, what] = ringOf(state)
  return (
    <p className={`flex items-center gap-2 text-sm font-semibold ${ink}`}>
      <span className="size-2.5 shrink-0 rounded-full bg-current" aria-hidden="true" />
      {t(what)}
    </p>
  )
}

/** The first broken link of the chain that ends in sound. */
function ringOf(state: TabletState | null) {
  if (!state) return ['text-soft', 'people.unheard'] as const
  if (!state.armed) return ['text-red', 'people.notArmed'] as const
  if (!state.sound) return ['text-red', 'people.noSound'] as const
  if (!state.feed) return ['text-amber', 'people.ringsLate'] as const
  return state.awake ? (['text-good', 'people.rings'] as const) : (['text-amber', 'people.mayStop'] as const)
}
