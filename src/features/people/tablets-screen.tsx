import { callDesk } from '#client/wire/call.ts'
import { useServerNow } from '#client/wire/server-clock.ts'
import { people, type Tablet } from '#contract/desk/people.ts'
import type { TabletState } from '#contract/desk/presence.ts'
import { SignInFirst } from '#reading/sign-in-first.tsx'
import { formatMoment } from '#words/format.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { AddTablet } from './add-tablet.tsx'
import { NewName } from './new-name.tsx'
import { PeopleList } from './people-list.tsx'
import { PeoplePage } from './people-page.tsx'
import { tabletsQuery, useMe, useSession } from './people-queries.ts'

/** `/tablets`: which tablets may read and ring, letting another one in, giving one another name, cutting one off. */
export function TabletsScreen() {
  const say = useWords()
  const session = useSession()
  const me = useMe()
  return (
    <PeoplePage title={say('people.tabletsTitle')}>
      {/* First: the code that is made has to be in sight, however many tablets there are. */}
      {me?.is_manager && <AddTablet />}
      {session?.staff ? <TabletList /> : <SignInFirst why={say('people.signInFirst')} />}
    </PeoplePage>
  )
}

function TabletList() {
  const say = useWords()
  const me = useMe()
  const { data: tablets, error } = useQuery(tabletsQuery())
  return (
    <PeopleList
      entries={tablets}
      error={error}
      tags={({ is_this: isThis }) => [isThis && say('people.thisTablet')]}
      details={(tablet) => <TabletDetails tablet={tablet} />}
      canGo={() => true}
      more={(tablet) => me?.is_manager && <NewName tablet={tablet} />}
      removal={{
        button: say('people.cutOff'),
        title: (name) => say('people.cutOffName', { name }),
        consequence: say('people.cutOffWhat'),
        warning: ({ is_this: isThis }) => (isThis ? say('people.cutOffThis') : undefined),
        remove: (deviceId) => callDesk(people.removeTablet, { params: { deviceId } }),
      }}
    />
  )
}

const soonMs = 14 * 24 * 60 * 60_000

function TabletDetails({ tablet }: { readonly tablet: Tablet }) {
  const say = useWords()
  const language = useLanguage()
  const now = useServerNow()
  const { enrolled_at: enrolledAt, last_seen_at: lastSeenAt, ends_at: endsAt, is_this: isThis, state } = tablet
  const isEndingSoon = Date.parse(endsAt) - now <= soonMs
  return (
    <>
      {/* Of this one it stands above, as it is just now. */}
      {!isThis && state !== undefined && <TabletRing state={state} />}
      <p className="text-sm text-soft">
        {say('people.enrolledAt', { time: formatMoment(enrolledAt, language) })}
        <br />
        {say('people.lastSeen', { time: formatMoment(lastSeenAt, language) })}
        {isEndingSoon && (
          <strong className="block text-amber">{say('people.endsAt', { time: formatMoment(endsAt, language) })}</strong>
        )}
      </p>
    </>
  )
}

interface TabletRingProps {
  readonly state: TabletState | null
}

/** Whether it rings for new orders, as it says itself. */
function TabletRing({ state }: TabletRingProps) {
  const say = useWords()
  const [ink, what] = ringOf(state)
  return (
    <p className={`flex items-center gap-2 text-sm font-semibold ${ink}`}>
      <span className="size-2.5 shrink-0 rounded-full bg-current" aria-hidden="true" />
      {say(what)}
    </p>
  )
}

/** The first link of the chain that is broken. */
function ringOf(state: TabletState | null) {
  if (!state) return ['text-soft', 'people.unheard'] as const
  if (!state.armed) return ['text-red', 'people.notArmed'] as const
  if (!state.sound) return ['text-red', 'people.noSound'] as const
  if (!state.feed) return ['text-amber', 'people.ringsLate'] as const
  return state.awake ? (['text-good', 'people.rings'] as const) : (['text-amber', 'people.mayStop'] as const)
}
