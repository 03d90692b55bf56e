import type { Session } from '#contract/desk/session.ts'
import { paths } from '#contract/screen-paths.ts'
import { boardQuery } from '#web/api/board.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useStore } from '#web/api/store.ts'
import { toasts as toastStore } from '#web/api/toasts.ts'
import { Drawing, Icon } from '#web/components/icon.tsx'
import { isDialogOpen } from '#web/components/open-dialogs.ts'
import { ServiceText } from '#web/components/text.tsx'
import { useWasIdle } from '#web/components/when-idle.ts'
import { StationScreen } from '#web/features/orders/station/station-screen.tsx'
import { SoundState, useTabletRing } from '#web/features/ring/sound-state.tsx'
import { ordersOfCode } from '#web/features/scan/scan-target.ts'
import type { WatchKeys } from '#web/features/orders/station/use-station-keys.ts'
import { lazyComponent, LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { type Instrument, tabletInstrument } from '#web/tablet/instrument.ts'
import { startBeat } from '#web/tablet/start-beat.ts'
import { ConnectionState } from './connection-state.tsx'
import { ScreenBoundary } from './failure-screen.tsx'
import { Screen } from './screen.tsx'
import { Account } from './top-bar.tsx'
import { StationSound } from './station-sound.tsx'
import { usePairingWarning, useConnectionWarning, WarningLine, Warnings } from './warnings.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'

const counter = { isOfCounter: true }
const Background = lazyComponent(async () => (await import('./background.tsx')).StationBackground, counter)
const FollowersOnCounter = lazyComponent(async () => (await import('./background.tsx')).StationFollowers, counter)
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
          {(session.device.role ?? 'counter') === 'counter' && <FollowersOnCounter />}
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

/** `s` leads to the button that silences, as on every screen that rings. */
const watchKeys: WatchKeys = (onKey, options) =>
  whenLoaded(({ watchShortcuts, pressShortcut }) =>
    watchShortcuts((key) => (key === 's' ? pressShortcut(key) : onKey(key)), options),
  )

/** Under a dialog, what is scanned leads nowhere. */
const watchScans = (onScan: (code: string) => void): (() => void) =>
  whenLoaded(({ watchScanner, blockScan }) => watchScanner((code) => (isDialogOpen() ? blockScan() : onScan(code))))

interface PairedStationProps {
  readonly session: Session
  readonly instrument?: Instrument
}

/** The station of a paired tablet, which rings only on a counter. */
export function PairedStation({ session, instrument = tabletInstrument() }: PairedStationProps) {
  const isCounter = (session.device?.role ?? 'counter') === 'counter'
  return isCounter ? (
    <StationOfCounter session={session} instrument={instrument} />
  ) : (
    <QuietStation session={session} instrument={instrument} />
  )
}

/** A station never rings: it sounds once for new tickets. */
function QuietStation({ session, instrument }: Required<PairedStationProps>) {
  useEffect(() => startBeat(instrument), [instrument])
  return (
    <StationFrame
      session={session}
      instrument={instrument}
      sound={<StationSound instrument={instrument} />}
      below={<StationWarnings />}
    />
  )
}

/** What concerns a station: the connection, and the end of its pairing. */
function StationWarnings() {
  const connection = useConnectionWarning(true, 'station.lostHint')
  const pairing = usePairingWarning()
  return <Warnings all={[...connection, ...pairing]} />
}

/** A counter rings here as on the board, because it may be the shop's only tablet. */
function StationOfCounter({ session, instrument }: Required<PairedStationProps>) {
  const t = useTranslate()
  const tabletRing = useTabletRing(instrument)
  // The ring releases it.
  useEffect(() => void instrument.wakeLock.take(), [instrument])
  return (
    <StationFrame
      session={session}
      instrument={instrument}
      back={
        <Link to={paths.orders} aria-label={t('nav.back')} className="top-bar-button">
          <Icon name="back" className="size-6 rtl:-scale-x-100" />
        </Link>
      }
      sound={<SoundState tabletRing={tabletRing} />}
      below={
        <>
          <WaitingOrders />
          <WarningLine tabletRing={tabletRing} />
        </>
      }
    />
  )
}

/** How many orders wait for an answer, which only the board shows. */
function WaitingOrders() {
  const t = useTranslate()
  const { data } = useQuery({ ...boardQuery(), enabled: false })
  const count = data?.data.filter(({ lane }) => lane === 'answer').length ?? 0
  if (count === 0) return null
  return (
    <Link to={paths.orders} className="station-waiting">
      {t('ring.waiting', { count })}
      <Drawing path="M9 5l7 7-7 7" className="size-6 rtl:-scale-x-100" />
    </Link>
  )
}

interface StationFrameProps extends Required<PairedStationProps> {
  readonly back?: ReactNode
  readonly sound: ReactNode
  /** What stands below the head. */
  readonly below: ReactNode
}

function StationFrame({ session, instrument, back, sound, below }: StationFrameProps) {
  const t = useTranslate()
  const { device, mode } = session
  return (
    <StationScreen
      session={session}
      begin={
        <>
          {back}
          {mode !== 'live' && (
            <span className="station-mode">{t(mode === 'demo' ? 'demo.name' : 'practice.name')}</span>
          )}
          <ServiceText className="station-name">{device?.name ?? ''}</ServiceText>
          <ConnectionState session={session} />
        </>
      }
      end={
        <>
          {sound}
          <Account session={session} isStation />
        </>
      }
      below={below}
      watchKeys={watchKeys}
      watchScans={watchScans}
      findCode={ordersOfCode}
      onNew={instrument.sound.ticket}
    />
  )
}
