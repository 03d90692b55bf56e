import { Herald } from '#features/herald/herald.tsx'
import { EnrolmentEnd } from '#features/people/enrolment-end.tsx'
import { RingLight } from '#features/ring/ring-light.tsx'
import { Tickets } from '#features/ticket/tickets.tsx'

/** What this tablet says of itself on every screen: whether it rings, whether it will still be known, what it prints; and what it says aloud. */
export const TabletLight = () => (
  <>
    <RingLight />
    <EnrolmentEnd />
    <Tickets />
    <Herald />
  </>
)
