import { sessionQuery } from '#client/session.ts'
import { OrderScreen } from '#features/orders/order-screen.tsx'
import { OrderSkeleton } from '#features/orders/order-skeleton.tsx'
import { patterns } from '#paths.ts'
import { lazily } from '#words/catalogs.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { ScreenBoundary } from './screen-boundary.tsx'
import { Shell } from './shell.tsx'

const BoardScreen = lazily(async () => (await import('#features/orders/board/board-screen.tsx')).BoardScreen)
const ClosedScreen = lazily(async () => (await import('#features/orders/board/closed-screen.tsx')).ClosedScreen)
const EnrolScreen = lazily(async () => (await import('#features/people/enrol-screen.tsx')).EnrolScreen)
const SignInScreen = lazily(async () => (await import('#features/people/sign-in-screen.tsx')).SignInScreen)
const TabletsScreen = lazily(async () => (await import('#features/people/tablets-screen.tsx')).TabletsScreen)
const StaffScreen = lazily(async () => (await import('#features/people/staff-screen.tsx')).StaffScreen)
const NotFoundScreen = lazily(async () => (await import('./not-found-screen.tsx')).NotFoundScreen)

/** The whole product on one page. */
export function App() {
  const { pathname } = useLocation()
  return (
    <Shell>
      <ScreenBoundary address={pathname}>
        {/* By its address: a screen that is left is gone at once, not kept behind the one that is still loading. */}
        <Suspense key={pathname} fallback={<OrderSkeleton />}>
          <EnrolledOnly>
            <Routes>
              <Route path={patterns.orders} element={<BoardScreen />} />
              <Route path={patterns.closed} element={<ClosedScreen />} />
              <Route path={patterns.order} element={<OrderScreen />} />
              <Route path={patterns.enrol} element={<EnrolScreen />} />
              <Route path={patterns.signIn} element={<SignInScreen />} />
              <Route path={patterns.tablets} element={<TabletsScreen />} />
              <Route path={patterns.staff} element={<StaffScreen />} />
              <Route path="*" element={<NotFoundScreen />} />
            </Routes>
          </EnrolledOnly>
        </Suspense>
      </ScreenBoundary>
    </Shell>
  )
}

/** Asks for nothing before it is known that this tablet was let in; one that was not is let in here. */
function EnrolledOnly({ children }: { readonly children: ReactNode }) {
  const { data: session, error } = useQuery(sessionQuery())
  if (session) return session.device ? children : <EnrolScreen />
  if (error) throw error
  return <OrderSkeleton />
}
