import { EnrolmentEnd } from '#features/people/enrolment-end.tsx'
import { RingLight } from '#features/ring/ring-light.tsx'

/** What this tablet says of itself on every screen: whether it rings, and whether it will still be known. */
export const TabletLight = () => (
  <>
    <RingLight />
    <EnrolmentEnd />
  </>
)
