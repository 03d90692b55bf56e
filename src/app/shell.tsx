import { Link } from '#client/navigation.tsx'
import { notices as noticesTold } from '#client/notices.ts'
import { PracticeBanner } from '#features/practice/practice-banner.tsx'
import { paths } from '#paths.ts'
import { Icon } from '#ui/icon.tsx'
import { lazily } from '#words/catalogs.ts'
import { useWords } from '#words/words.tsx'
import { Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { ContactLamp } from './contact-lamp.tsx'
import { Preferences } from './preferences.tsx'

const Notices = lazily(async () => (await import('./notices.tsx')).Notices)

/** What stands around every screen: where one can go, and the truth about the connection. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const say = useWords()
  const notices = useSyncExternalStore(noticesTold.watch, noticesTold.read)
  return (
    <div className="flex min-h-dvh flex-col wide:h-dvh wide:flex-row">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-raised focus:p-3">
        {say('app.skip')}
      </a>
      <div className="no-print flex shrink-0 items-center gap-2 border-line bg-raised px-4 py-2 max-wide:border-b wide:w-32 wide:flex-col wide:border-e wide:px-2 wide:py-4">
        <nav aria-label={say('nav.main')} className="flex flex-1 gap-2 wide:flex-col wide:self-stretch">
          <ShellLink to={paths.orders} icon="orders" name={say('nav.orders')} />
          <ShellLink to={paths.closed} icon="closed" name={say('nav.closed')} />
        </nav>
        <Preferences />
      </div>
      <div className="flex min-w-0 flex-1 flex-col wide:overflow-y-auto">
        <PracticeBanner />
        <ContactLamp />
        <main id="content" className="mx-auto flex w-full max-w-7xl flex-1 flex-col px-4 pt-4 tablet:px-6">
          {children}
        </main>
        <Suspense>{notices.length > 0 && <Notices notices={notices} />}</Suspense>
      </div>
    </div>
  )
}

interface ShellLinkProps {
  readonly to: string
  readonly icon: 'orders' | 'closed'
  readonly name: string
}

const ShellLink = ({ to, icon, name }: ShellLinkProps) => (
  <Link
    to={to}
    className="flex min-h-14 flex-col items-center justify-center rounded px-3 text-sm font-semibold text-soft aria-[current=page]:bg-accent-tint aria-[current=page]:text-accent"
  >
    <Icon name={icon} />
    {name}
  </Link>
)
