import { patterns } from '#contract/screen-paths.ts'
import { loadPart } from '#web/i18n/catalogs.ts'
import { lazyComponent } from '#web/i18n/lazy-component.tsx'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { CatalogSection, ManageSection } from './sections.tsx'
import { Counter } from './counter.tsx'
import { NotFoundScreen } from './failure-screen.tsx'
import { EnrolScreen, Screen } from './screen.tsx'

export const OrderScreen = lazyComponent(
  async () => (await import('#web/features/orders/order-screen.tsx')).OrderScreen,
  { isOfCounter: true },
)
const HistoryScreen = lazyComponent(
  async () => (await import('#web/features/orders/history/history-screen.tsx')).HistoryScreen,
)
const SignInScreen = lazyComponent(async () => (await import('#web/features/people/sign-in-screen.tsx')).SignInScreen)
const TabletsScreen = lazyComponent(
  async () => (await Promise.all([import('./tablets.tsx'), loadPart('screens')]))[0].Tablets,
)
const StaffScreen = lazyComponent(async () => (await import('#web/features/people/staff-screen.tsx')).StaffScreen)
const PrintersScreen = lazyComponent(
  async () => (await Promise.all([import('./printers-screen.tsx'), loadPart('printers')]))[0].Printers,
)
const RulesScreen = lazyComponent(
  async () => (await Promise.all([import('#web/features/rules/rules-screen.tsx'), loadPart('rules')]))[0].RulesScreen,
)
const AlertsScreen = lazyComponent(
  async () =>
    (await Promise.all([import('#web/features/alerts/alerts-screen.tsx'), loadPart('alerts')]))[0].AlertsScreen,
)
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
const SettingsScreen = lazyComponent(
  async () => (await Promise.all([import('./settings.tsx'), loadPart('alerts')]))[0].Settings,
)
const ReportsScreen = lazyComponent(async () => (await import('./reports.tsx')).Reports)

/** Every screen. */
export const Screens = () => (
  <Routes>
    <Route element={<Counter />}>
      <Route path={patterns.orders} />
      <Route path={patterns.order} element={<OrderScreen />} />
    </Route>
    <Route element={<ScreenAtAddress />}>
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
        <Route path={patterns.printers} element={<PrintersScreen />} />
        <Route path={patterns.rules} element={<RulesScreen />} />
        <Route path={patterns.alerts} element={<AlertsScreen />} />
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

/** Leads from an earlier address to the current one, with the same query. */
const MovedTo = ({ path }: { readonly path: string }) => (
  <Navigate to={{ pathname: path, search: useLocation().search }} replace />
)

function ScreenAtAddress() {
  return (
    <Screen id={useLocation().pathname}>
      <Outlet />
    </Screen>
  )
}
