import { boardQuery } from '#web/api/board.ts'
import { sessionQuery } from '#web/api/session.ts'
import { shownOrder } from '#web/format/shown-order.ts'
import { OrderScreen } from '#web/features/orders/order-screen.tsx'
import { OrderSkeleton } from '#web/features/orders/order-skeleton.tsx'
import { Fallback } from '#web/components/fallback.tsx'
import { Later } from '#web/components/later.tsx'
import { useRootMark } from '#web/components/use-root-mark.ts'
import { lazily, loadBoardWords } from '#web/i18n/catalogs.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { EnrolledOnly } from './enrolled-only.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { Shell } from './shell.tsx'

const BoardBeside = lazily(
  async () => (await import('#web/features/orders/board/board-beside.tsx')).BoardBeside,
  loadBoardWords,
)
const OtherScreens = lazily(async () => (await import('./routes.tsx')).OtherScreens, loadBoardWords)

/** A board of many orders has been drawn by then. */
const quietMs = 2000
/** Loads what every screen but an order's own stands in. */
export const preloadScreens = () => OtherScreens.preload()

/** The page at its address. An order is there at once; all other screens come when they are wanted. */
export function App() {
  const { pathname } = useLocation()
  const orderId = shownOrder(pathname)
  const isOrder = orderId !== undefined
  useBeginAtTop()
  useEffect(() => {
    if (isOrder) return
    // While it is asked who this tablet is.
    void OtherScreens.preload()
    // Whoever goes from there to an order finds it beside.
    const timer = setTimeout(() => void BoardBeside.preload(), quietMs)
    return () => clearTimeout(timer)
  }, [isOrder])
  return (
    <Shell isOrder={isOrder}>
      <BesideBoard address={isOrder && pathname}>
        {/* By its address: a screen that is left is gone at once, not kept behind the one that is still loading. */}
        <ScreenBoundary key={pathname}>
          <Suspense fallback={<OrderSkeleton />}>
            <EnrolledOnly>{isOrder ? <OrderScreen orderId={orderId} /> : <OtherScreens />}</EnrolledOnly>
          </Suspense>
        </ScreenBoundary>
      </BesideBoard>
    </Shell>
  )
}

/** A screen to which somebody goes begins at its top; where one was is kept for who comes back, by the browser. */
function useBeginAtTop(): void {
  const { key } = useLocation()
  const isNew = useNavigationType() === NavigationType.Push
  useLayoutEffect(() => {
    if (!isNew) return
    for (let each: Element | null = document.querySelector('main'); each; each = each.parentElement) each.scrollTop = 0
  }, [isNew, key])
}

interface BesideBoardProps {
  /** That of an order. */
  readonly address: string | false
  readonly children: ReactNode
}

/** On a wide screen an order opens beside the board, which stays where it is from one order to the next. */
function BesideBoard({ address, children }: BesideBoardProps) {
  if (!address) return children
  return <OrderBesideBoard address={address}>{children}</OrderBesideBoard>
}

function OrderBesideBoard({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  const queries = useQueryClient()
  const { data: session } = useQuery(sessionQuery())
  useRootMark('fills', 'order')
  return (
    <div className="flex min-h-0 flex-1 gap-5">
      <div className="no-print relative w-68 shrink-0 overflow-y-auto max-wide:hidden">
        {/* At once where somebody comes from the board; an order that is opened by its address comes first. */}
        {session?.device && (
          <Later isHere={queries.getQueryData(boardQuery().queryKey) !== undefined}>
            <Fallback instead={null}>
              <BoardBeside />
            </Fallback>
          </Later>
        )}
      </div>
      {/* It scrolls by itself: each order begins at its top. */}
      <div key={address} className="relative flex max-w-7xl min-w-0 flex-1 flex-col wide:overflow-y-auto wide:px-1">
        {children}
      </div>
    </div>
  )
}
