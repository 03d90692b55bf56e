import { paths, patterns } from '#contract/screen-paths.ts'
import { dialogsOfAnOrder } from '#web/features/orders/answer/dialogs.ts'
import { sessionQuery } from '#web/api/session.ts'
import { ShortagesProvider } from '#web/api/shortages.tsx'
import { ShopsDialog } from '#web/features/shops/other-shops.tsx'
import { type Catalog, loadPart } from '#web/i18n/catalogs.ts'
import { lazyComponent, LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { directionOf, type Language } from '#web/i18n/language.ts'
import { LanguageChoice } from '#web/i18n/language-choice.ts'
import { type Messages, Translations } from '#web/i18n/translations.tsx'
import { useOrderLayout } from './order-layout.ts'
import { OrderScreen, Screens } from './routes.tsx'
import { Shell } from './shell.tsx'
import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Navigate, NavigationType, Route, Routes, useLocation, useMatch, useNavigationType } from 'react-router'

/** A slow tablet has drawn its first screen after this time. */
const idleMs = 5000
/** Screens and dialogs that are loaded ahead, so that they open at once and without a connection. */
const preloaded = [OrderScreen, ...dialogsOfAnOrder, ShopsDialog]

function App() {
  useBeginAtTop()
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { preload } of preloaded) void preload()
    }, idleMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Shell>
      <Screens />
    </Shell>
  )
}

const StationScreen = lazyComponent(
  async () => (await Promise.all([import('./station.tsx'), loadPart('station')]))[0].Station,
  { isOfCounter: true },
)
const DisplayScreen = lazyComponent(async () => (await import('./display.tsx')).loadDisplay(), { isOfCounter: true })

/** Only in a practice store. */
const TrainingScreen = lazyComponent(
  async () =>
    (await Promise.all([import('#web/features/practice/training-screen.tsx'), loadPart('screens')]))[0].TrainingScreen,
)

/**
 * What the tablet shows by its role: a station and a display have one screen each, which a counter can open too.
 */
function RoleScreens() {
  const { data: session } = useQuery(sessionQuery())
  const role = session?.device?.role ?? 'counter'
  const mode = session?.mode ?? 'live'
  const isEnrolling = useMatch(patterns.enrol) !== null
  if (role === 'counter' || isEnrolling) {
    return (
      <Routes>
        <Route path={patterns.station} element={<StationScreen />} />
        <Route path={patterns.display} element={<DisplayScreen />} />
        {mode !== 'live' && <Route path={patterns.training} element={<TrainingScreen />} />}
        <Route path="*" element={<App />} />
      </Routes>
    )
  }
  return (
    <Routes>
      <Route path={paths[role]} element={role === 'station' ? <StationScreen /> : <DisplayScreen />} />
      <Route path="*" element={<Navigate to={paths[role]} replace />} />
    </Routes>
  )
}

/**
 * Scrolls to the top after a new navigation. On the way back the browser restores the position. Below an order's sheet the
 * board stays where it is.
 */
function useBeginAtTop(): void {
  const { key, pathname } = useLocation()
  const isOrder = useMatch(patterns.order) !== null
  const isOverBoard = useOrderLayout() === 'sheet' && (isOrder || pathname === paths.orders)
  const screen = isOverBoard ? paths.orders : key
  const isNew = useNavigationType() === NavigationType.Push
  const before = useRef(screen)
  useLayoutEffect(() => {
    const isSame = before.current === screen
    before.current = screen
    if (!isNew || isSame) return
    for (let each: Element | null = document.querySelector('main'); each; each = each.parentElement) each.scrollTop = 0
  }, [isNew, screen])
}

interface LanguageProviderProps {
  readonly start: Catalog
  readonly children: ReactNode
}

/** Provides the messages of the chosen language, and sets the page's language and direction. */
export function LanguageProvider({ start, children }: LanguageProviderProps) {
  const [shown, setShown] = useState(start)
  const [chosen, setChosen] = useState(start.language)
  useLayoutEffect(() => {
    document.documentElement.lang = shown.language
    document.documentElement.dir = directionOf(shown.language)
  }, [shown.language])
  return (
    <LanguageChoice value={{ shown, chosen, setShown, setChosen }}>
      <Translations language={shown.language} messages={shown.messages}>
        {children}
      </Translations>
    </LanguageChoice>
  )
}

interface DeskProps {
  readonly queries: QueryClient
  readonly catalog: { readonly language: Language; readonly messages: Messages }
}

/** The whole page. It needs a router: by path, by hash in the demo, in memory in tests. */
export const Desk = ({ queries, catalog }: DeskProps) => (
  <QueryClientProvider client={queries}>
    <LanguageProvider start={catalog}>
      <ShortagesProvider>
        <LoadBoundary instead={null}>
          <RoleScreens />
        </LoadBoundary>
      </ShortagesProvider>
    </LanguageProvider>
  </QueryClientProvider>
)
