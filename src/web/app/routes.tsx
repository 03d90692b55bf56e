import { BoardBeside, BoardScreen } from '#web/features/orders/board/board-screen.tsx'
import { OrderSkeleton } from '#web/features/orders/order-skeleton.tsx'
import { isPairedBefore } from '#web/api/preferences.ts'
import { sessionQuery } from '#web/api/session.ts'
import { patterns } from '#contract/screen-paths.ts'
import { useRootMark } from '#web/components/keep-clear.ts'
import { lazyComponent, LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { CatalogSection, ManageSection } from './sections.tsx'
import { NotFoundScreen, ScreenBoundary } from './failure-screen.tsx'

export const OrderScreen = lazyComponent(
  async () => (await import('#web/features/orders/order-screen.tsx')).OrderScreen,
  { isOfCounter: true },
)
const HistoryScreen = lazyComponent(
  async () => (await import('#web/features/orders/history/history-screen.tsx')).HistoryScreen,
)
const EnrolScreen = lazyComponent(async () => (await import('#web/features/people/enrol-screen.tsx')).EnrolScreen)
const SignInScreen = lazyComponent(async () => (await import('#web/features/people/sign-in-screen.tsx')).SignInScreen)
const TabletsScreen = lazyComponent(async () => (await import('#web/features/people/tablets-screen.tsx')).TabletsScreen)
const StaffScreen = lazyComponent(async () => (await import('#web/features/people/staff-screen.tsx')).StaffScreen)
const LogScreen = lazyComponent(async () => (await import('#web/features/log/log-screen.tsx')).LogScreen)
const ItemsScreen = lazyComponent(
  async () => (await import('#web/features/catalog/items/items-screen.tsx')).ItemsScreen,
)
const ItemScreen = lazyComponent(async () => (await import('#web/features/catalog/item/item-screen.tsx')).ItemScreen)
const CategoriesScreen = lazyComponent(
  async () => (await import('#web/features/catalog/categories/categories-screen.tsx')).CategoriesScreen,
)
const BrandsScreen = lazyComponent(
  async () => (await import('#web/features/catalog/brands/brands-screen.tsx')).BrandsScreen,
)
const AttributesScreen = lazyComponent(
  async () => (await import('#web/features/catalog/attributes/attributes-screen.tsx')).AttributesScreen,
)
const ConnectionScreen = lazyComponent(
  async () => (await import('#web/features/settings/connection-screen.tsx')).ConnectionScreen,
)
const SettingsScreen = lazyComponent(async () => (await import('./settings.tsx')).Settings)
const ReportsScreen = lazyComponent(async () => (await import('./reports.tsx')).Reports)

const WebhookSection = lazyComponent(
  async () => (await import('#web/features/settings/webhook-section.tsx')).WebhookSection,
)

/** Every screen. An order is shown beside the board, which keeps its scroll position from one order to the next. */
export const Screens = () => (
  <Routes>
    <Route element={<BesideBoard />}>
      <Route path={patterns.order} element={<OrderScreen />} />
    </Route>
    <Route element={<Screen />}>
      <Route path={patterns.orders} element={<BoardScreen registration={<Registration />} />} />
      <Route path={patterns.history} element={<HistoryScreen />} />
      <Route path={patterns.earlierHistory} element={<MovedTo path={patterns.history} />} />
      <Route path={patterns.reports} element={<ReportsScreen />} />
      <Route path={patterns.earlierReports} element={<MovedTo path={patterns.reports} />} />
      <Route element={<CatalogSection />}>
        <Route path={patterns.items} element={<ItemsScreen />} />
        <Route path={patterns.item} element={<ItemScreen />} />
        <Route path={patterns.categories} element={<CategoriesScreen />} />
        <Route path={patterns.brands} element={<BrandsScreen />} />
        <Route path={patterns.attributes} element={<AttributesScreen />} />
      </Route>
      <Route element={<ManageSection />}>
        <Route path={patterns.staff} element={<StaffScreen />} />
        <Route path={patterns.tablets} element={<TabletsScreen />} />
        <Route path={patterns.log} element={<LogScreen />} />
        <Route path={patterns.connection} element={<ConnectionScreen />} />
        <Route path={patterns.settings} element={<SettingsScreen />} />
      </Route>
      <Route path={patterns.enrol} element={<EnrolScreen />} />
      <Route path={patterns.signIn} element={<SignInScreen />} />
      <Route path="*" element={<NotFoundScreen />} />
    </Route>
  </Routes>
)

/** How to register the webhook. Its code is loaded only by a shop that needs it. */
const Registration = () => (
  <LoadBoundary instead={null}>
    <WebhookSection />
  </LoadBoundary>
)

/** Leads from an earlier address to the current one, with the same query. */
const MovedTo = ({ path }: { readonly path: string }) => (
  <Navigate to={{ pathname: path, search: useLocation().search }} replace />
)

/** The screen at the address, or its failure. The key removes a screen at once when it is left. */
function Screen() {
  const { pathname } = useLocation()
  return (
    <ScreenBoundary key={pathname}>
      <Suspense fallback={<OrderSkeleton />}>
        <EnrolledOnly />
      </Suspense>
    </ScreenBoundary>
  )
}

/** Shows the screens of a paired tablet, and the pairing screen on any other. Reads nothing else before that is known. */
function EnrolledOnly() {
  const { data: session, error } = useQuery(sessionQuery())
  if (session) return session.device ? <Outlet /> : <EnrolScreen />
  if (error) throw error
  return <OrderSkeleton />
}

/** On a wide screen an order opens beside the board. */
function BesideBoard() {
  const { pathname } = useLocation()
  const { data: session } = useQuery(sessionQuery())
  useRootMark('fills', 'order')
  return (
    <div className="flex min-h-0 flex-1 gap-5">
      <div className="no-print relative w-68 shrink-0 overflow-y-auto max-wide:hidden">
        {(session ? session.device : isPairedBefore()) && <BoardBeside />}
      </div>
      {/* Has its own scroll position, so each order starts at its top. */}
      <div key={pathname} className="relative flex max-w-7xl min-w-0 flex-1 flex-col wide:overflow-y-auto wide:px-1">
        <Screen />
      </div>
    </div>
  )
}
