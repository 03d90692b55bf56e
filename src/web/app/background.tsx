import { useStore } from '#web/api/store.ts'
import { dialogTruth, watchDialogs } from '#web/components/dialog.tsx'
import { LiveAnnouncer } from '#web/features/live-announcer/live-announcer.tsx'
import { CancelledOrders } from '#web/features/orders/board/cancelled-orders.tsx'
import { Tickets } from '#web/features/ticket/tickets.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { createPortal } from 'react-dom'

/** Shows the connection status in the foremost dialog too, because on a phone the dialog covers the page's own. */
export function DialogContact() {
  const dialog = useStore({ watch: watchDialogs, read: dialogTruth })
  return dialog && createPortal(<ConnectionStatus isKnown={false} />, dialog)
}

// One file for all that runs behind the first screen.
export { Scan } from '#web/features/scan/scan.tsx'
export { Keys } from '#web/features/shortcuts/keys.tsx'
export { startLiveSync } from './live-sync.ts'
export { Toasts } from './toasts.tsx'

/** The parts of every screen that the first paint does not need: tickets, announcements, dialogs that open by themselves. */
export const Background = () => (
  <>
    <Tickets />
    <CancelledOrders />
    <LiveAnnouncer />
    <DialogContact />
  </>
)
