import { sessionQuery } from '#web/api/session.ts'
import { OrderSkeleton } from '#web/features/orders/order-skeleton.tsx'
import { lazily } from '#web/i18n/catalogs.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

export const EnrolScreen = lazily(async () => (await import('#web/features/people/enrol-screen.tsx')).EnrolScreen)

/** Asks for nothing before it is known that this tablet was let in; one that was not is let in here. */
export function EnrolledOnly({ children }: { readonly children: ReactNode }) {
  const { data: session, error } = useQuery(sessionQuery())
  if (session) return session.device ? children : <EnrolScreen />
  if (error) throw error
  return <OrderSkeleton />
}
