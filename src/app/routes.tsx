import { OrderScreen } from '#features/orders/order-screen.tsx'
import { OrderSkeleton } from '#features/orders/order-skeleton.tsx'
import { patterns } from '#paths.ts'
import { lazily } from '#words/catalogs.ts'
import { Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { ScreenBoundary } from './screen-boundary.tsx'
import { Shell } from './shell.tsx'

const BoardScreen = lazily(async () => (await import('#features/orders/board/board-screen.tsx')).BoardScreen)
const ClosedScreen = lazily(async () => (await import('#features/orders/board/closed-screen.tsx')).ClosedScreen)
const NotFoundScreen = lazily(async () => (await import('./not-found-screen.tsx')).NotFoundScreen)

/** The whole product on one page. */
export function App() {
  const { pathname } = useLocation()
  return (
    <Shell>
      <ScreenBoundary address={pathname}>
        {/* By its address: a screen that is left is gone at once, not kept behind the one that is still loading. */}
        <Suspense key={pathname} fallback={<OrderSkeleton />}>
          <Routes>
            <Route path={patterns.orders} element={<BoardScreen />} />
            <Route path={patterns.closed} element={<ClosedScreen />} />
            <Route path={patterns.order} element={<OrderScreen />} />
            <Route path="*" element={<NotFoundScreen />} />
          </Routes>
        </Suspense>
      </ScreenBoundary>
    </Shell>
  )
}
