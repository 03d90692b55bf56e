import { OrderScreen } from '#features/orders/order-screen.tsx'
import { OrderSkeleton } from '#features/orders/order-skeleton.tsx'
import { patterns } from '#paths.ts'
import { lazily } from '#words/catalogs.ts'
import { Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { ScreenBoundary } from './screen-boundary.tsx'
import { Shell } from './shell.tsx'

const OrdersScreen = lazily(async () => (await import('#features/orders/orders-screen.tsx')).OrdersScreen)
const NotFoundScreen = lazily(async () => (await import('./not-found-screen.tsx')).NotFoundScreen)

/** The whole product on one page. */
export function App() {
  const { pathname } = useLocation()
  return (
    <Shell>
      <ScreenBoundary address={pathname}>
        <Suspense fallback={<OrderSkeleton />}>
          <Routes>
            <Route path={patterns.orders} element={<OrdersScreen />} />
            <Route path={patterns.order} element={<OrderScreen />} />
            <Route path="*" element={<NotFoundScreen />} />
          </Routes>
        </Suspense>
      </ScreenBoundary>
    </Shell>
  )
}
