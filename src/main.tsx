import './web/components/theme.css'
import { Desk } from '#web/app/desk.tsx'
import { OrderScreen } from '#web/app/routes.tsx'
import { onCaughtError } from '#web/app/screen-boundary.tsx'
import { boardQuery } from '#web/api/board.ts'
import { orderQuery } from '#web/api/order.ts'
import { shownOrder } from '#web/format/order-number.ts'
import { endFeedBeginning } from '#web/api/feed/feed-state.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { sessionQuery } from '#web/api/session.ts'
import { applyTheme, readDigits, readLanguageChoice, readTheme } from '#web/api/preferences.ts'
import { paths } from '#contract/screen-paths.ts'
import { loadMessages } from '#web/i18n/catalogs.ts'
import { chooseDigits } from '#web/i18n/format.ts'
import { chooseLanguage } from '#web/i18n/language.ts'
import type { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, HashRouter } from 'react-router'

// Starts the page; in the demo build, the demo first. In every other build that branch is gone.

/** A static host, on which the demo stands, knows one address only. */
const Router = import.meta.env.DEMO ? HashRouter : BrowserRouter

/** Longer than a desk takes to answer: without an answer the screen says that it waits. */
const firstReadMs = 2000
const againMs = 5000
/** What listens is there by then, on a slow line too. */
const listeningMs = 15_000

async function start(): Promise<void> {
  applyTheme(readTheme())
  chooseDigits(readDigits())
  const language = chooseLanguage([readLanguageChoice(), ...navigator.languages])
  const loading = loadMessages(language)
  if (import.meta.env.DEMO) await (await import('#demo/start.ts')).startDemo()
  const queries = createQueryClient()
  const root = document.querySelector('#root')
  if (!root) throw new Error('The page has no #root.')
  const screenPath = import.meta.env.DEMO ? location.hash.slice(1) || paths.orders : location.pathname
  const [messages] = await Promise.all([loading, readFirst(queries, screenPath)])
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <Router>
        <Desk queries={queries} spoken={{ language, messages }} />
      </Router>
    </StrictMode>,
  )
  void followLive(queries)
  setTimeout(endFeedBeginning, listeningMs)
}

/**
 * Reads what the first screen shows, which the page itself has asked for already (`web/shell/head-start.ts`), so that it
 * is drawn in one go and nothing of it moves. What takes its time, or cannot be read, is left to the screen.
 */
async function readFirst(queries: QueryClient, pathname: string): Promise<void> {
  const orderId = shownOrder(pathname)
  async function read(): Promise<void> {
    const session = await queries.fetchQuery(sessionQuery())
    if (!session.device) return
    if (orderId !== undefined) await Promise.all([OrderScreen.preload(), queries.prefetchQuery(orderQuery(orderId))])
    else if (pathname === paths.orders) await queries.prefetchQuery(boardQuery())
  }
  await Promise.race([read().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, firstReadMs))])
}

/** Tried until it could be loaded: the page asks by itself meanwhile. */
async function followLive(queries: QueryClient): Promise<void> {
  try {
    const { startLiveSync } = await import('#web/app/live-sync.ts')
    startLiveSync(queries)
  } catch {
    setTimeout(() => void followLive(queries), againMs)
  }
}

// In a task of its own: what all files of the page do by themselves has taken a slow tablet long enough already.
setTimeout(() => void start())
