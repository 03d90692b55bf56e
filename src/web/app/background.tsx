import { LiveAnnouncer } from '#web/features/live-announcer/live-announcer.tsx'
import { CancelledOrders } from '#web/features/orders/board/cancelled-orders.tsx'
import { Tickets } from '#web/features/ticket/tickets.tsx'
import { DialogContact } from './dialog-contact.tsx'

/** What goes on behind every screen, and has no place of its own in the first one: paper, announcements, dialogs that come up by themselves. */
export const Background = () => (
  <>
    <Tickets />
    <CancelledOrders />
    <LiveAnnouncer />
    <DialogContact />
  </>
)
