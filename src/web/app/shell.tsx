import type { Session } from '#contract/desk/session.ts'
import { patterns } from '#contract/screen-paths.ts'
import { isPairedBefore, readIsNew } from '#web/api/preferences.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useStore } from '#web/api/store.ts'
import { toasts as toastStore } from '#web/api/toasts.ts'
import { useWasIdle } from '#web/components/when-idle.ts'
import type { Instrument } from '#web/tablet/instrument.ts'
import { useTabletRing } from '#web/features/ring/sound-state.tsx'
import { lazyComponent, LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { MainNav } from './main-nav.tsx'
import { TopBar } from './top-bar.tsx'
import { WarningLine } from './warnings.tsx'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { useMatch } from 'react-router'

// These load after the first rows, in one file, because none of them is visible at first. Toasts load when there is one.
const counter = { isOfCounter: true }
const Background = lazyComponent(async () => (await import('./background.tsx')).Background, counter)
const Scan = lazyComponent(async () => (await import('./background.tsx')).Scan, counter)
const Keys = lazyComponent(async () => (await import('./background.tsx')).Keys, counter)
const Toasts = lazyComponent(async () => (await import('./background.tsx')).Toasts, counter)
const FirstSteps = lazyComponent(async () => (await import('./first-steps.tsx')).FirstSteps)
/** Never loaded on a live desk. */
const DrillTask = lazyComponent(async () => (await import('#web/features/practice/drill.tsx')).DrillTask)

/** Moves the focus to the content without changing the hash, which may hold the screen's path or a pairing code. */
function toContent(event: MouseEvent): void {
  event.preventDefault()
  document.querySelector('main')?.focus()
}

interface HeadProps {
  readonly session: Session | undefined
}

/** The top bar and the warnings. They stand there from the first paint: a tablet that was paired before most likely is. */
function Head({ session }: HeadProps) {
  const isPaired = session ? session.device !== null : isPairedBefore()
  if (isPaired) return <PairedHead session={session} />
  return (
    <>
      <TopBar session={session} tabletRing={undefined} />
      <WarningLine tabletRing={undefined} />
    </>
  )
}

interface PairedHeadProps extends HeadProps {
  readonly instrument?: Instrument
}

/** Rings on this tablet, and shows whether it can. */
export function PairedHead({ session, instrument }: PairedHeadProps) {
  const tabletRing = useTabletRing(instrument)
  const [isNew, setNew] = useState(readIsNew)
  return (
    <>
      <TopBar session={session} tabletRing={tabletRing} />
      <WarningLine tabletRing={tabletRing} hasFirstSteps={isNew} />
      {isNew && (
        <LoadBoundary instead={null}>
          <FirstSteps tabletRing={tabletRing} onEnd={() => setNew(false)} />
        </LoadBoundary>
      )}
    </>
  )
}

/** Writes the head's height into `--head`, for what stands below it while the page scrolls. @returns how to stop. */
function followHeight(head: HTMLElement): () => void {
  const watch = new ResizeObserver(() => document.documentElement.style.setProperty('--head', `${head.offsetHeight}px`))
  watch.observe(head)
  return () => watch.disconnect()
}

/** The frame of every screen. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const isOrder = useMatch(patterns.order) !== null
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  const toasts = useStore(toastStore)
  const wasIdle = useWasIdle()
  return (
    <div className={`shell ${isOrder ? 'of-order' : ''}`}>
      <a href="#content" onClick={toContent} className="shell-skip">
        {t('app.skip')}
      </a>
      <MainNav />
      <div className="shell-page">
        <header ref={followHeight} className="shell-head">
          <Head session={session} />
        </header>
        {session && session.mode !== 'live' && (
          <LoadBoundary instead={null}>
            <DrillTask />
          </LoadBoundary>
        )}
        <main id="content" tabIndex={-1} className={`shell-content ${session ? '' : 'in-a-moment'}`}>
          {children}
        </main>
        {wasIdle && (
          <LoadBoundary instead={null}>
            <Keys />
            {session?.device && (
              <>
                <Scan />
                <Background />
              </>
            )}
          </LoadBoundary>
        )}
        <LoadBoundary instead={null}>{toasts.length > 0 && <Toasts toasts={toasts} />}</LoadBoundary>
      </div>
    </div>
  )
}
