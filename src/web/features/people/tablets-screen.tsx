import { callDesk } from '#web/api/http/call.ts'
import { useServerNow } from '#web/api/http/server-clock.ts'
import { people, type Tablet } from '#contract/desk/people.ts'
import type { TabletState } from '#contract/desk/session.ts'
import type { ChooseCategories } from '#web/format/category-lines.tsx'
import { SignInFirst } from '#web/format/sign-in-first.tsx'
import { formatMoment } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { AddTablet } from './add-tablet.tsx'
import { NewName, PeopleList } from './people-list.tsx'
import { PeoplePage } from './people-form.tsx'
import { StationsAndDisplays } from './stations-and-displays.tsx'
import { ChangeRole } from './tablet-role.tsx'
import { tabletsQuery, useMe, useSession } from './people-queries.ts'

interface TabletsScreenProps {
  readonly Categories: ChooseCategories
}

/** `/tablets`: lists the tablets; a manager can pair, rename and remove them, and sets what stations and displays show. */
export function TabletsScreen({ Categories }: TabletsScreenProps) {
  const t = useTranslate()
  const session = useSession()
  const me = useMe()
  return (
    <PeoplePage title={t('people.tabletsTitle')}>
      {/* First, so that a new code is in sight however many tablets are listed. */}
      {me?.is_manager && <AddTablet />}
      {session?.staff ? <TabletList Categories={Categories} /> : <SignInFirst why={t('people.signInFirst')} />}
      <StationsAndDisplays mayChange={me?.is_manager === true} />
    </PeoplePage>
  )
}

function TabletList({ Categories }: TabletsScreenProps) {
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
      more={(tablet) =>
        me?.is_manager && (
          <>
            <ChangeRole tablet={tablet} Categories={Categories} />
            <NewName tablet={tablet} />
          </>
        )
      }
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
  const { role = 'counter', category_ids: categoryIds } = tablet
  const isEndingSoon = Date.parse(endsAt) - now <= soonMs
  return (
    <>
      {/* This tablet's own state is shown above, where it is current. */}
      {!isThis && state !== undefined && <TabletRing state={state} rings={role === 'counter'} />}
      <p className="text-sm text-soft">
        {t('people.enrolledAt', { time: formatMoment(enrolledAt, language) })}
        <br />
        {t('people.lastSeen', { time: formatMoment(lastSeenAt, language) })}
        {isEndingSoon && (
          <strong className="block text-amber">{t('people.endsAt', { time: formatMoment(endsAt, language) })}</strong>
        )}
      </p>
      <p className="text-sm font-semibold">
        {t(`tablets.usedAs.${role}`)}
        {role === 'station' &&
          ` · ${categoryIds ? t('tablets.linesChosen', { count: categoryIds.length }) : t('tablets.lines.all')}`}
      </p>
    </>
  )
}

interface TabletRingProps {
  readonly state: TabletState | null
  /** Stations and displays do not. */
  readonly rings: boolean
}

/** Whether the tablet works, as it reports itself: whether it rings for new orders, or shows them at once. */
function TabletRing({ state, rings }: TabletRingProps) {
  const t = useTranslate()
  const [ink, what] = rings ? ringOf(state) : screenOf(state)
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

/** What is wrong with a screen that does not ring. */
function screenOf(state: TabletState | null) {
  if (!state) return ['text-soft', 'people.unheard'] as const
  if (!state.feed) return ['text-amber', 'tablets.showsLate'] as const
  return state.awake ? (['text-good', 'tablets.online'] as const) : (['text-amber', 'tablets.mayDim'] as const)
}
