import { BoardScreen } from '#web/features/orders/board/board-screen.tsx'
import { patterns } from '#contract/screen-paths.ts'
import { lazily, loadScreenWords } from '#web/i18n/catalogs.ts'
import type { ComponentType } from 'react'
import { Route, Routes } from 'react-router'
import { EnrolScreen } from './enrolled-only.tsx'

/** A screen can be read before what comes late, over it and beside it, has its words. */
const screenOf = <Props extends object>(load: () => Promise<ComponentType<Props>>) => lazily(load, loadScreenWords)

const ClosedScreen = screenOf(
  async () => (await import('#web/features/orders/board/closed/closed-screen.tsx')).ClosedScreen,
)
const SignInScreen = screenOf(async () => (await import('#web/features/people/sign-in-screen.tsx')).SignInScreen)
const TabletsScreen = screenOf(async () => (await import('#web/features/people/tablets-screen.tsx')).TabletsScreen)
const StaffScreen = screenOf(async () => (await import('#web/features/people/staff-screen.tsx')).StaffScreen)
const LogScreen = screenOf(async () => (await import('#web/features/log/log-screen.tsx')).LogScreen)
const ItemsScreen = screenOf(async () => (await import('#web/features/catalog/items/items-screen.tsx')).ItemsScreen)
const ItemScreen = screenOf(async () => (await import('#web/features/catalog/item/item-screen.tsx')).ItemScreen)
const CategoriesScreen = screenOf(
  async () => (await import('#web/features/catalog/categories/categories-screen.tsx')).CategoriesScreen,
)
const BrandsScreen = screenOf(async () => (await import('#web/features/catalog/brands/brands-screen.tsx')).BrandsScreen)
const AttributesScreen = screenOf(
  async () => (await import('#web/features/catalog/attributes/attributes-screen.tsx')).AttributesScreen,
)
const SettingsScreen = screenOf(async () => (await import('#web/features/settings/settings-screen.tsx')).SettingsScreen)
const ShiftScreen = screenOf(async () => (await import('./shift.tsx')).Shift)
const NotFoundScreen = screenOf(async () => (await import('./not-found-screen.tsx')).NotFoundScreen)

/** Every screen but an order's own. */
export const OtherScreens = () => (
  <Routes>
    <Route path={patterns.orders} element={<BoardScreen />} />
    <Route path={patterns.closed} element={<ClosedScreen />} />
    <Route path={patterns.items} element={<ItemsScreen />} />
    <Route path={patterns.item} element={<ItemScreen />} />
    <Route path={patterns.categories} element={<CategoriesScreen />} />
    <Route path={patterns.brands} element={<BrandsScreen />} />
    <Route path={patterns.attributes} element={<AttributesScreen />} />
    <Route path={patterns.enrol} element={<EnrolScreen />} />
    <Route path={patterns.signIn} element={<SignInScreen />} />
    <Route path={patterns.tablets} element={<TabletsScreen />} />
    <Route path={patterns.staff} element={<StaffScreen />} />
    <Route path={patterns.log} element={<LogScreen />} />
    <Route path={patterns.settings} element={<SettingsScreen />} />
    <Route path={patterns.shift} element={<ShiftScreen />} />
    <Route path="*" element={<NotFoundScreen />} />
  </Routes>
)
