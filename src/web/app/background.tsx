import { LiveAnnouncer } from '#web/features/live-announcer/live-announcer.tsx'
import { CancelledOrders } from '#web/features/orders/board/cancelled-orders.tsx'
import { Tickets } from '#web/features/ticket/tickets.tsx'
import { DialogContact } from './dialog-contact.tsx'

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
