import { paths, patterns } from '#contract/screen-paths.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useStore } from '#web/api/store.ts'
import { toasts as toastStore } from '#web/api/toasts.ts'
import { Message } from '#web/components/text.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { RingLight } from '#web/features/ring/ring-light.tsx'
import { useLanguageChoice } from '#web/format/use-language-choice.ts'
import { languageNames, languages } from '#web/i18n/language.ts'
import { formatMoment } from '#web/i18n/format.ts'
import { useWasIdle } from '#web/components/when-idle.ts'
import { lazyComponent, LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { MoreLinks, ShellLink } from './shell-links.tsx'
import { useQuery } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import { useMatch } from 'react-router'

/** The language choice, on every screen: somebody who cannot read the current language would not find it elsewhere. */
export function Preferences() {
  const t = useTranslate()
  const { chosen, choose } = useLanguageChoice()
  return (
    <SelectField
      label={t('nav.language')}
      isLabelHidden
      value={chosen}
      options={languageNames}
      onChange={(value) => {
        const language = languages.find((each) => each === value)
        if (language) choose(language)
      }}
    />
  )
}

// These load after the first rows, in one file, because none of them is visible at first. Toasts load when there is one.
const counter = { isOfCounter: true }
const Background = lazyComponent(async () => (await import('./background.tsx')).Background, counter)
const Scan = lazyComponent(async () => (await import('./background.tsx')).Scan, counter)
const Keys = lazyComponent(async () => (await import('./background.tsx')).Keys, counter)
const Toasts = lazyComponent(async () => (await import('./background.tsx')).Toasts, counter)
/** Never loaded on a live desk. */
const PracticeBanner = lazyComponent(
  async () => (await import('#web/features/practice/practice-banner.tsx')).PracticeBanner,
)

/** Warns before the pairing of this tablet expires, if using it does not extend it. */
function EnrolmentEnd() {
  const t = useTranslate()
  const language = useLanguage()
  const { data: session } = useQuery(sessionQuery())
  const endsAt = session?.enrolment_ends_at
  if (endsAt === undefined) return null
  return (
    <div className="no-print px-4 pt-2 tablet:px-6">
      <Message look="amber" role="status">
        {t('people.enrolmentEnds', { time: formatMoment(endsAt, language) })}
      </Message>
    </div>
  )
}

interface ShellProps {
  readonly children: ReactNode
}

/** Moves the focus to the content without changing the hash, which may hold the screen's path or a pairing code. */
function toContent(event: MouseEvent): void {
  event.preventDefault()
  document.querySelector('main')?.focus()
}

/** The frame of every screen: navigation and connection status. */
export function Shell({ children }: ShellProps) {
  // On a narrow screen an order hides all links except the one back.
  const isOrder = useMatch(patterns.order) !== null
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  const toasts = useStore(toastStore)
  const wasIdle = useWasIdle()
  return (
    <div className="relative flex min-h-dvh flex-col wide:h-dvh wide:flex-row">
      <a href="#content" onClick={toContent} className="shell-skip">
        {t('app.skip')}
      </a>
      {/* On a phone the links are at the bottom, under the thumb, and the tools in the first row. */}
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
            <MoreLinks />
          </div>
        </nav>
        <div className="shell-tools no-print">
          <Preferences />
          {/* Reserves the space of a part that loads later. */}
          <div className="wide:any-hover:min-h-12 wide:any-hover:w-full">
            <LoadBoundary instead={null}>{wasIdle && <Keys />}</LoadBoundary>
          </div>
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
                <>
                  <RingLight />
                  <EnrolmentEnd />
                  <LoadBoundary instead={null}>{wasIdle && <Background />}</LoadBoundary>
                </>
              )}
            </div>
          )}
        </aside>
        {/* Reserves the banner's space: a button's height and the border below. */}
        {session && session.mode !== 'live' && (
          <div className="min-h-12.25 shrink-0">
            <LoadBoundary instead={null}>
              <PracticeBanner mode={session.mode} />
            </LoadBoundary>
          </div>
        )}
        {session?.device && wasIdle && (
          <LoadBoundary instead={null}>
            <Scan />
          </LoadBoundary>
        )}
        <main id="content" tabIndex={-1} className={`shell-content ${session ? '' : 'in-a-moment'}`}>
          {children}
        </main>
        <LoadBoundary instead={null}>{toasts.length > 0 && <Toasts toasts={toasts} />}</LoadBoundary>
      </div>
    </div>
  )
}
