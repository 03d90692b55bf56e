import { sessionQuery } from '#web/api/session.ts'
import { OrderSkeleton } from '#web/features/orders/order-skeleton.tsx'
import { lazyComponent } from '#web/i18n/lazy-component.tsx'
import { ScreenBoundary } from './failure-screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'

export const EnrolScreen = lazyComponent(
  async () => (await import('#web/features/people/enrol-screen.tsx')).EnrolScreen,
)

interface ScreenProps {
  /** Another id is another screen: the one that is left is removed at once. */
  readonly id: string
  readonly children: ReactNode
}

/** A screen while it loads, when it is there, or its failure. */
export const Screen = ({ id, children }: ScreenProps) => (
  <ScreenBoundary key={id}>
    <Suspense fallback={<OrderSkeleton />}>
      <PairedOnly>{children}</PairedOnly>
    </Suspense>
  </ScreenBoundary>
)

/** Shows the screens of a paired tablet, and the pairing screen on any other. Reads nothing else before that is known. */
function PairedOnly({ children }: Pick<ScreenProps, 'children'>) {
  const { data: session, error } = useQuery(sessionQuery())
  if (session) return session.device ? children : <EnrolScreen />
  if (error) throw error
  return <OrderSkeleton />
}
