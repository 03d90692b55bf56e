import type { Session } from '#contract/desk/session.ts'
import { paths } from '#contract/screen-paths.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useStore } from '#web/api/store.ts'
import { toasts as toastStore } from '#web/api/toasts.ts'
import { Drawing, Icon } from '#web/components/icon.tsx'
import { isDialogOpen } from '#web/components/open-dialogs.ts'
import { ServiceText } from '#web/components/text.tsx'
import { useWasIdle } from '#web/components/when-idle.ts'
import { StationScreen } from '#web/features/orders/station/station-screen.tsx'
import { ordersOfCode } from '#web/features/scan/scan-target.ts'
import type { WatchKeys } from '#web/features/orders/station/use-station-keys.ts'
import { lazyComponent, LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { type Instrument, tabletInstrument } from '#web/tablet/instrument.ts'
import { startBeat } from '#web/tablet/presence-beat.ts'
import { ConnectionState } from './connection-state.tsx'
import { ScreenBoundary } from './failure-screen.tsx'
import { Screen } from './screen.tsx'
import { Account } from './top-bar.tsx'
import { StationWarnings } from './warnings.tsx'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'

const counter = { isOfCounter: true }
const Background = lazyComponent(async () => (await import('./background.tsx')).StationBackground, counter)
const Toasts = lazyComponent(async () => (await import('./background.tsx')).Toasts, counter)

/** The screen of those who prepare orders, in a frame of its own. */
export function Station() {
  const { data: session } = useQuery(sessionQuery())
  const toasts = useStore(toastStore)
  const wasIdle = useWasIdle()
  return (
    <div className="station">
      {session?.device ? (
        <ScreenBoundary key="station">
          <PairedStation session={session} />
        </ScreenBoundary>
      ) : (
        <main id="content" tabIndex={-1} className="shell-content">
          <Screen id={paths.station}>{null}</Screen>
        </main>
      )}
      {wasIdle && session?.device && (
        <LoadBoundary instead={null}>
          <Background />
        </LoadBoundary>
      )}
      <LoadBoundary instead={null}>{toasts.length > 0 && <Toasts toasts={toasts} />}</LoadBoundary>
    </div>
  )
}

const loadBackground = () => import('./background.tsx')
type BackgroundFile = Awaited<ReturnType<typeof loadBackground>>
const retryMs = 3000

/** Starts to watch once the file of the background work is there, which every counter has. @returns how to stop. */
function whenLoaded(watch: (file: BackgroundFile) => () => void): () => void {
  const left = new AbortController()
  let stop: (() => void) | undefined
  const load = () =>
    loadBackground().then(
      (file) => {
        if (!left.signal.aborted) stop = watch(file)
      },
      // It is offline, and is tried again.
      () => void setTimeout(() => left.signal.aborted || void load(), retryMs),
    )
  void load()
  return () => {
    left.abort()
    stop?.()
  }
}

const watchKeys: WatchKeys = (onKey, options) => whenLoaded(({ watchShortcuts }) => watchShortcuts(onKey, options))

/** Under a dialog, what is scanned leads nowhere. */
const watchScans = (onScan: (code: string) => void): (() => void) =>
  whenLoaded(({ watchScanner, blockScan }) => watchScanner((code) => (isDialogOpen() ? blockScan() : onScan(code))))

interface PairedStationProps {
  readonly session: Session
  readonly instrument?: Instrument
}

/** The station of a paired tablet. It never rings: it sounds once for new tickets. */
function PairedStation({ session, instrument = tabletInstrument() }: PairedStationProps) {
  const t = useTranslate()
  useEffect(() => startBeat(instrument), [instrument])
  const { device, mode } = session
  return (
    <>
      <StationScreen
        session={session}
        begin={
          <>
            {(device?.role ?? 'counter') === 'counter' && (
              <Link to={paths.orders} aria-label={t('nav.back')} className="top-bar-button">
                <Icon name="back" className="size-6 rtl:-scale-x-100" />
              </Link>
            )}
            {mode !== 'live' && (
              <span className="station-mode">{t(mode === 'demo' ? 'demo.name' : 'practice.name')}</span>
            )}
            <ServiceText className="station-name">{device?.name ?? ''}</ServiceText>
            <ConnectionState session={session} />
          </>
        }
        end={
          <>
            <StationSound instrument={instrument} />
            <Account session={session} isStation />
          </>
        }
        below={<StationWarnings />}
        watchKeys={watchKeys}
        watchScans={watchScans}
        findCode={ordersOfCode}
        onNew={instrument.sound.ticket}
      />
    </>
  )
}

const checkEveryMs = 2000
/** Presses in which browsers let a page begin to sound. */
const unlocking = ['keydown', 'click'] as const

/** Whether new tickets sound. Any press or key turns the sound on, because browsers block it before that. */
function StationSound({ instrument: { sound, hasSound } }: { readonly instrument: Instrument }) {
  const t = useTranslate()
  const [isOn, setOn] = useState(() => sound.isRunning())
  const look = useCallback(() => setOn(sound.isRunning()), [sound])
  useEffect(() => {
    const timer = setInterval(look, checkEveryMs)
    return () => clearInterval(timer)
  }, [look])
  useEffect(() => {
    if (isOn || !hasSound) return
    const watching = new AbortController()
    const unlock = () => void sound.arm().then(look)
    for (const sign of unlocking) document.addEventListener(sign, unlock, { capture: true, signal: watching.signal })
    return () => watching.abort()
  }, [isOn, hasSound, sound, look])
  const word = t(isOn ? 'ring.rings' : hasSound ? 'ring.arm' : 'ring.link.cannotSound')
  return (
    <button
      type="button"
      className={`top-bar-button station-tool ${isOn ? '' : 'text-red'}`}
      onClick={() => isOn && sound.ticket()}
    >
      <Drawing path={isOn ? bell : `${bell}M4 4l16 16`} />
      <span className="station-word">{word}</span>
    </button>
  )
}

const bell = 'M6 17l1.5-2.5V10a4.5 4.5 0 0 1 9 0v4.5L18 17zM10.5 20h3'
