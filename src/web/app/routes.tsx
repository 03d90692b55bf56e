import { matchPath } from '#web/api/navigation.tsx'
import { BoardScreen } from '#web/features/orders/board/board-screen.tsx'
import { patterns } from '#contract/screen-paths.ts'
import { lazily, loadScreenWords } from '#web/i18n/catalogs.ts'
import type { ComponentType, ReactNode } from 'react'
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

type Params = Readonly<Record<string, string | undefined>>

/** The whole product on one page, but for the order's own screen. */
const screens: readonly (readonly [pattern: string, screen: (params: Params) => ReactNode])[] = [
  [patterns.orders, () => <BoardScreen />],
  [patterns.closed, () => <ClosedScreen />],
  [patterns.items, () => <ItemsScreen />],
  [patterns.item, ({ itemId = '' }) => <ItemScreen itemId={itemId} />],
  [patterns.categories, () => <CategoriesScreen />],
  [patterns.brands, () => <BrandsScreen />],
  [patterns.attributes, () => <AttributesScreen />],
  [patterns.enrol, () => <EnrolScreen />],
  [patterns.signIn, () => <SignInScreen />],
  [patterns.tablets, () => <TabletsScreen />],
  [patterns.staff, () => <StaffScreen />],
  [patterns.log, () => <LogScreen />],
  [patterns.settings, () => <SettingsScreen />],
  [patterns.shift, () => <ShiftScreen />],
]

/**
 * The first screen whose pattern fits. `matchPath` and not `<Routes>`: what that brings along for nested routes and
 * their data is 3 KiB of the first script, and nothing here is nested.
 */
export function OtherScreens({ address }: { readonly address: string }): ReactNode {
  for (const [pattern, screen] of screens) {
    const match = matchPath(pattern, address)
    if (match) return screen(match.params)
  }
  return <NotFoundScreen />
}
