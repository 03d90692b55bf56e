import './web/components/theme.css'
import { Desk } from '#web/app/desk.tsx'
import { OrderScreen } from '#web/app/routes.tsx'
import { onCaughtError } from '#web/app/failure-screen.tsx'
import { boardQuery } from '#web/api/board.ts'
import { orderQuery } from '#web/api/order.ts'
import { shownOrder } from '#web/format/order-number.ts'
import { endFeedBeginning } from '#web/api/feed/feed-state.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { sessionQuery } from '#web/api/session.ts'
import { applyTheme, readDigits, readLanguageChoice, readTheme } from '#web/api/preferences.ts'
import { whenIdle } from '#web/components/when-idle.ts'
import { paths } from '#contract/screen-paths.ts'
import { loadMessages } from '#web/i18n/catalogs.ts'
import { chooseDigits } from '#web/i18n/format.ts'
import { chooseLanguage } from '#web/i18n/language.ts'
import type { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, HashRouter } from 'react-router'

// Starts the page. The demo build starts the demo first; the bundler removes that branch from every other build.

/** The demo runs on a static host, which serves a single address. */
const Router = import.meta.env.DEMO ? HashRouter : BrowserRouter

/** Longer than the server usually takes to answer. After that the page is drawn in its loading state. */
const firstReadMs = 2000
const againMs = 5000
/** The feed code has loaded by then, even over a slow connection. */
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
      {/* Without transitions, so that a search that follows another one at once sees its address. */}
      <Router useTransitions={false}>
        <Desk queries={queries} catalog={{ language, messages }} />
      </Router>
    </StrictMode>,
  )
  // The page for training shows no order itself, and a tablet has few feeds, which its frames need. The demo's page is
  // not loaded anew for the board.
  if (import.meta.env.DEMO || screenPath !== paths.training) whenIdle(() => void followLive(queries))
  setTimeout(endFeedBeginning, listeningMs)
}

/**
 * Reads the first screen's data, which `web/shell/head-start.ts` has already requested, so that the screen is drawn once
 * and nothing shifts. A slow or failed read is left to the screen.
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

/** Retries until the feed code has loaded. Queries poll meanwhile. */
async function followLive(queries: QueryClient): Promise<void> {
  try {
    const { startLiveSync } = await import('#web/app/background.tsx')
    startLiveSync(queries)
  } catch {
    setTimeout(() => void followLive(queries), againMs)
  }
}

// Runs in its own task, because evaluating the page's modules already blocks a slow tablet for a while.
setTimeout(() => void start())
