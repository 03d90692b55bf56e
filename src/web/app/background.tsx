import { helpShown, tickets } from '#web/api/screen-state.ts'
import { signInRequest } from '#web/api/session.ts'
import { useStore } from '#web/api/store.ts'
import { dialogTruth, watchDialogs } from '#web/components/open-dialogs.ts'
import { LiveAnnouncer } from '#web/features/live-announcer/live-announcer.tsx'
import { CancelledOrders } from '#web/features/orders/board/cancelled-orders.tsx'
import { useMissingToast } from '#web/features/orders/picking/missing-toast.ts'
import { NewOrder, Takeover } from '#web/features/orders/takeover/takeover.tsx'
import { RingFollowers } from '#web/features/ring/ring-followers.tsx'
import { ScanBlocked } from '#web/features/scan/scan-button.tsx'
import { loadFinder } from '#web/features/scan/use-scan.ts'
import { useShortcuts } from '#web/features/shortcuts/use-shortcuts.ts'
import { loadPart } from '#web/i18n/catalogs.ts'
import { lazyComponent, LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { usePhoneAlerts } from './phone-alerts.ts'
import { ConnectionWarning } from './warnings.tsx'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'

/** Shows the connection status in the foremost dialog too, because on a phone the dialog covers the page's own. */
export function DialogConnection() {
  const dialog = useStore({ watch: watchDialogs, read: dialogTruth })
  return dialog && createPortal(<ConnectionWarning />, dialog)
}

/** Its messages are those of other screens, so it has a file of its own. */
const SignInDialog = lazyComponent(async () => (await import('#web/features/people/sign-in-dialog.tsx')).SignInDialog)

function SignIn() {
  const t = useTranslate()
  const request = useStore(signInRequest)
  return <LoadBoundary instead={t('failure.noContact')}>{request && <SignInDialog request={request} />}</LoadBoundary>
}

/** What a station needs of all this: announcements, the sign-in in place, and the connection in its dialog. */
export function StationBackground() {
  useEffect(() => {
    const timer = setTimeout(() => void SignInDialog.preload(), preloadAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <LiveAnnouncer />
      <SignIn />
      <DialogConnection />
      <ScanBlocked />
    </>
  )
}

/** What a counter that shows the station needs too. */
export function StationFollowers() {
  usePhoneAlerts()
  return <RingFollowers />
}

/** Nothing is printed before there is a ticket. */
const Tickets = lazyComponent(
  async () => (await Promise.all([import('#web/features/ticket/tickets.tsx'), loadPart('ticket')]))[0].Tickets,
  { isOfCounter: true },
)

function Prints() {
  const requests = useStore(tickets)
  return <LoadBoundary instead={null}>{requests.length > 0 && <Tickets />}</LoadBoundary>
}

const Help = lazyComponent(async () => (await Promise.all([import('./help.tsx'), loadPart('help')]))[0].Help, {
  isOfCounter: true,
})

const showShortcuts = () => helpShown.set('shortcuts')

/** The keyboard shortcuts, and the help, which lists them. */
export function Keys() {
  const t = useTranslate()
  const isHelpShown = useStore(helpShown) !== undefined
  useShortcuts(showShortcuts)
  return <LoadBoundary instead={t('failure.noContact')}>{isHelpShown && <Help />}</LoadBoundary>
}

// One file for all that runs behind the first screen.
export { watchKeys as watchScanner } from '#web/features/scan/watch-keys.ts'
export { blockScan } from '#web/features/scan/scan-button.tsx'
export { pressKey as pressShortcut, watchShortcuts } from '#web/features/shortcuts/shortcuts.ts'
export { Scan } from '#web/features/scan/scan.tsx'
export { recallBoard } from './last-known.ts'
export { startLiveSync } from './live-sync.ts'
export { Toasts } from './toasts.tsx'

/** Loaded when the first screen has long been drawn, so that it opens at once and without a connection. */
const preloadAfterMs = 5000

function usePreloaded(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { preload } of [SignInDialog, NewOrder, Tickets, Help]) void preload()
      loadFinder().catch(() => undefined)
    }, preloadAfterMs)
    return () => clearTimeout(timer)
  }, [])
}

/** The parts of every screen that the first paint does not need: announcements, and what opens or prints by itself. */
export function Background() {
  usePreloaded()
  usePhoneAlerts()
  useMissingToast()
  return (
    <>
      <Prints />
      <CancelledOrders />
      <LiveAnnouncer />
      <Takeover />
      <SignIn />
      <RingFollowers />
      <DialogConnection />
    </>
  )
}
