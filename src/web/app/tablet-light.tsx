import { LiveAnnouncer } from '#web/features/live-announcer/live-announcer.tsx'
import { CancelledOrders } from '#web/features/orders/board/cancelled-orders.tsx'
import { EnrolmentEnd } from '#web/features/people/enrolment-end.tsx'
import { RingLight } from '#web/features/ring/ring-light.tsx'
import { Tickets } from '#web/features/ticket/tickets.tsx'
import { DialogContact } from './dialog-contact.tsx'

/**
 * What this tablet says on every screen: whether it rings, whether it will still be known, what it prints, which order
 * is packed no more; and what it says aloud.
 */
export const TabletLight = () => (
  <>
    <RingLight />
    <EnrolmentEnd />
    <Tickets />
    <CancelledOrders />
    <LiveAnnouncer />
    <DialogContact />
  </>
)
