import { dialogsOfAnOrder } from '#web/features/orders/answer/dialogs.ts'
import { ShopsDialog } from '#web/features/shops/other-shops.tsx'
import type { Catalog } from '#web/i18n/catalogs.ts'
import { directionOf, type Language } from '#web/i18n/language.ts'
import { Spoken } from '#web/i18n/spoken.ts'
import { type Messages, Translations } from '#web/i18n/translations.tsx'
import { OrderScreen, Screens } from './routes.tsx'
import { Shell } from './shell.tsx'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

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

/** Scrolls to the top after a new navigation. On the way back the browser restores the position. */
function useBeginAtTop(): void {
  const { key } = useLocation()
  const isNew = useNavigationType() === NavigationType.Push
  useLayoutEffect(() => {
    if (!isNew) return
    for (let each: Element | null = document.querySelector('main'); each; each = each.parentElement) each.scrollTop = 0
  }, [isNew, key])
}

interface LanguageProviderProps {
  readonly start: Catalog
  readonly children: ReactNode
}

/** Provides the messages of the chosen language, and sets the page's language and direction. */
export function LanguageProvider({ start, children }: LanguageProviderProps) {
  const [spoken, setSpoken] = useState(start)
  const [chosen, setChosen] = useState(start.language)
  useLayoutEffect(() => {
    document.documentElement.lang = spoken.language
    document.documentElement.dir = directionOf(spoken.language)
  }, [spoken.language])
  return (
    <Spoken value={{ spoken, chosen, setSpoken, setChosen }}>
      <Translations language={spoken.language} messages={spoken.messages}>
        {children}
      </Translations>
    </Spoken>
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
