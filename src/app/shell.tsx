import { Link } from '#client/navigation.tsx'
import { notices as noticesTold } from '#client/notices.ts'
import { sessionQuery } from '#client/session.ts'
import { PracticeBanner } from '#features/practice/practice-banner.tsx'
import { paths } from '#paths.ts'
import { Fallback } from '#ui/fallback.tsx'
import { Icon } from '#ui/icon.tsx'
import { Later } from '#ui/later.tsx'
import { lazily } from '#words/catalogs.ts'
import { useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ContactLamp } from './contact-lamp.tsx'

const Preferences = lazily(async () => (await import('./preferences.tsx')).Preferences)
const RingLight = lazily(async () => (await import('#features/ring/ring-light.tsx')).RingLight)
const Notices = lazily(async () => (await import('./notices.tsx')).Notices)

/** What stands around every screen: where one can go, and the truth about the connection. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const say = useWords()
  const { pathname } = useLocation()
  const { data: session } = useQuery(sessionQuery())
  const notices = useSyncExternalStore(noticesTold.watch, noticesTold.read)
  return (
    <div className="flex min-h-dvh flex-col wide:h-dvh wide:flex-row">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-raised focus:p-3">
        {say('app.skip')}
      </a>
      <div className="no-print flex shrink-0 items-center gap-2 border-line bg-raised px-4 py-2 max-wide:border-b max-tablet:flex-wrap max-tablet:px-2 wide:w-32 wide:flex-col wide:border-e wide:px-2 wide:py-4">
        <nav
          aria-label={say('nav.main')}
          className="flex min-w-0 flex-1 gap-1 max-tablet:basis-full overflow-x-auto wide:flex-col wide:gap-2 wide:self-stretch"
        >
          <ShellLink to={paths.orders} icon="orders" name={say('nav.orders')} />
          <ShellLink to={paths.closed} icon="closed" name={say('nav.closed')} />
          <ShellLink to={paths.tablets} icon="tablets" name={say('nav.tablets')} />
          <ShellLink to={paths.staff} icon="staff" name={say('nav.staff')} />
          <ShellLink to={paths.signIn(pathname)} icon="staff" name={session?.staff?.name ?? say('nav.signIn')} />
        </nav>
        <Later>
          <Fallback instead={null}>
            <Preferences />
          </Fallback>
        </Later>
      </div>
      <div className="relative flex min-w-0 flex-1 flex-col wide:overflow-y-auto">
        <PracticeBanner />
        {/* One sticky box: two would cover each other. */}
        <div className="sticky top-0 z-10 max-h-[60dvh] shrink-0 overflow-y-auto bg-canvas">
          <ContactLamp />
          {session?.device && (
            <Later>
              <Fallback instead={null}>
                <RingLight />
              </Fallback>
            </Later>
          )}
        </div>
        <main
          id="content"
          className="mx-auto flex w-full max-w-7xl flex-1 flex-col px-4 pt-4 wide:has-[.fills-screen]:min-h-80 tablet:px-6"
        >
          {children}
        </main>
        <Suspense>{notices.length > 0 && <Notices notices={notices} />}</Suspense>
      </div>
    </div>
  )
}

interface ShellLinkProps {
  readonly to: string
  readonly icon: 'orders' | 'closed' | 'tablets' | 'staff'
  readonly name: string
}

const ShellLink = ({ to, icon, name }: ShellLinkProps) => (
  <Link
    to={to}
    className="flex min-h-14 flex-col items-center justify-center rounded px-3 text-sm font-semibold text-soft max-tablet:flex-1 max-tablet:px-1 aria-[current=page]:bg-accent-tint aria-[current=page]:text-accent"
  >
    <Icon name={icon} />
    {name}
  </Link>
)
