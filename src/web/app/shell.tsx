import { notices as noticesTold } from '#web/api/toasts/toasts.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useStore } from '#web/api/store.ts'
import { paths } from '#contract/screen-paths.ts'
import { Fallback } from '#web/components/fallback.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Later } from '#web/components/later.tsx'
import { lazily } from '#web/i18n/catalogs.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode } from 'react'
import { ConnectionStatus } from './connection-status.tsx'
import { ShellLink } from './shell-link.tsx'

const MoreLinks = lazily(async () => (await import('./more-links.tsx')).MoreLinks)
const ShellTools = lazily(async () => (await import('./shell-tools.tsx')).ShellTools)
const TabletLight = lazily(async () => (await import('./tablet-light.tsx')).TabletLight)
const Scan = lazily(async () => (await import('#web/features/scan/scan.tsx')).Scan)
const PracticeBanner = lazily(async () => (await import('#web/features/practice/practice-banner.tsx')).PracticeBanner)
const Notices = lazily(async () => (await import('./toasts.tsx')).Notices)

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
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  const notices = useStore(noticesTold)
  return (
    <div className="relative flex min-h-dvh flex-col wide:h-dvh wide:flex-row">
      <a href="#content" onClick={toContent} className="shell-skip">
        {t('app.skip')}
      </a>
      {/* On a phone the two stand apart: the one under the thumb, the other in the first line. */}
      <header className="shell-head no-print">
        <nav
          aria-label={t('nav.main')}
          className={`shell-places no-print ${isOrder ? 'max-tablet:border-b' : 'below'}`}
        >
          <ShellLink
            to={paths.orders}
            shortcut="o"
            icon={<Icon name="orders" />}
            name={t('nav.orders')}
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
            <ConnectionStatus isKnown={session?.device !== null} />
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
