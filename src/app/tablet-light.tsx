import { Herald } from '#features/herald/herald.tsx'
import { CancelledOrders } from '#features/orders/board/cancelled-orders.tsx'
import { EnrolmentEnd } from '#features/people/enrolment-end.tsx'
import { RingLight } from '#features/ring/ring-light.tsx'
import { Tickets } from '#features/ticket/tickets.tsx'
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
    <Herald />
    <DialogContact />
  </>
)
