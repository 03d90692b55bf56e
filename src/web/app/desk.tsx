import { paths, patterns } from '#contract/screen-paths.ts'
import { dialogsOfAnOrder } from '#web/features/orders/answer/dialogs.ts'
import { ShopsDialog } from '#web/features/shops/other-shops.tsx'
import type { Catalog } from '#web/i18n/catalogs.ts'
import { directionOf, type Language } from '#web/i18n/language.ts'
import { LanguageChoice } from '#web/i18n/language-choice.ts'
import { type Messages, Translations } from '#web/i18n/translations.tsx'
import { useOrderLayout } from './order-layout.ts'
import { OrderScreen, Screens } from './routes.tsx'
import { Shell } from './shell.tsx'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useMatch, useNavigationType } from 'react-router'

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
      <App />
    </LanguageProvider>
  </QueryClientProvider>
)
