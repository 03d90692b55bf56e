import { notices as noticesTold } from '#client/notices/notices.ts'
import { sessionQuery } from '#client/session.ts'
import { useTold } from '#client/told.ts'
import { paths } from '#paths.ts'
import { Fallback } from '#ui/fallback.tsx'
import { Icon } from '#ui/icon.tsx'
import { Later } from '#ui/later.tsx'
import { lazily } from '#words/catalogs.ts'
import { useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode } from 'react'
import { ContactLamp } from './contact-lamp.tsx'
import { ShellLink } from './shell-link.tsx'

const MoreLinks = lazily(async () => (await import('./more-links.tsx')).MoreLinks)
const ShellTools = lazily(async () => (await import('./shell-tools.tsx')).ShellTools)
const TabletLight = lazily(async () => (await import('./tablet-light.tsx')).TabletLight)
const Scan = lazily(async () => (await import('#features/scan/scan.tsx')).Scan)
const PracticeBanner = lazily(async () => (await import('#features/practice/practice-banner.tsx')).PracticeBanner)
const Notices = lazily(async () => (await import('./notices.tsx')).Notices)

interface ShellProps {
  /** An order has a narrow screen for itself, but for the way back. */
  readonly isOrder: boolean
  readonly children: ReactNode
}

/** What stands behind the `#` of an address may be the screen itself, or the code that lets a tablet in. */
function toContent(event: MouseEvent): void {
  event.preventDefault()
  document.querySelector('main')?.focus()
}

/** What stands around every screen: where one can go, and the truth about the connection. */
export function Shell({ isOrder, children }: ShellProps) {
  const say = useWords()
  const { data: session } = useQuery(sessionQuery())
  const notices = useTold(noticesTold)
  return (
    <div className="relative flex min-h-dvh flex-col wide:h-dvh wide:flex-row">
      <a href="#content" onClick={toContent} className="shell-skip">
        {say('app.skip')}
      </a>
      {/* On a phone the two stand apart: the one under the thumb, the other in the first line. */}
      <header className="shell-head no-print">
        <nav
          aria-label={say('nav.main')}
          className={`shell-places no-print ${isOrder ? 'max-tablet:border-b' : 'below'}`}
        >
          <ShellLink
            to={paths.orders}
            shortcut="o"
            icon={<Icon name="orders" />}
            name={say('nav.orders')}
            isWayBack={isOrder}
          />
          <div className={`contents ${isOrder ? 'max-tablet:hidden' : ''}`}>
            <Later>
              <Fallback instead={null}>
                <MoreLinks />
              </Fallback>
            </Later>
          </div>
        </nav>
        <div className="shell-tools no-print">
          <Later>
            <Fallback instead={null}>
              <ShellTools />
            </Fallback>
          </Later>
        </div>
      </header>
      <div className="relative flex min-w-0 flex-1 flex-col wide:overflow-y-auto">
        {/* One sticky box: two would cover each other. */}
        <aside className="shell-truth">
          <div className={isOrder ? '' : 'shell-first-line'}>
            <ContactLamp isKnown={session?.device !== null} />
          </div>
          {session?.device !== null && (
            <div className="shell-light">
              {session && (
                <Later>
                  <Fallback instead={null}>
                    <TabletLight />
                  </Fallback>
                </Later>
              )}
            </div>
          )}
        </aside>
        {/* Its room is there before it is: a button's height, and the line beneath it. */}
        {session && session.mode !== 'live' && (
          <div className="min-h-12.25 shrink-0">
            <Fallback instead={null}>
              <PracticeBanner mode={session.mode} />
            </Fallback>
          </div>
        )}
        {session?.device && (
          <Later>
            <Fallback instead={null}>
              <Scan />
            </Fallback>
          </Later>
        )}
        <main id="content" tabIndex={-1} className={`shell-content ${session ? '' : 'in-a-moment'}`}>
          {children}
        </main>
        <Fallback instead={null}>{notices.length > 0 && <Notices notices={notices} />}</Fallback>
      </div>
    </div>
  )
}
