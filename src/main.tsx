import './web/components/theme.css'
import { preloadScreens } from '#web/app/app.tsx'
import { Desk } from '#web/app/desk.tsx'
import { onCaughtError } from '#web/app/screen-boundary.tsx'
import { boardQuery } from '#web/api/board.ts'
import { endFeedBeginning } from '#web/api/feed/feed-state.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { sessionQuery } from '#web/api/session.ts'
import { readDigits, readLanguageWish, readTheme } from '#web/api/preferences/settings.ts'
import { applyTheme } from '#web/api/preferences/theme.ts'
import { paths } from '#contract/screen-paths.ts'
import { loadMessages } from '#web/i18n/catalogs.ts'
import { chooseDigits } from '#web/i18n/digits.ts'
import { chooseLanguage } from '#web/i18n/language.ts'
import type { QueryClient } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, HashRouter } from 'react-router'

// Starts the page; in the demo build, the demo first. In every other build that branch is gone.

/** A static host, on which the demo stands, knows one address only. */
const Router = import.meta.env.DEMO ? HashRouter : BrowserRouter

const afterFirstScreenMs = 1000
const againMs = 5000
/** What listens is there by then, on a slow line too. */
const listeningMs = 15_000

async function start(): Promise<void> {
  applyTheme(readTheme())
  chooseDigits(readDigits())
  const language = chooseLanguage([readLanguageWish(), ...navigator.languages])
  const { pathname } = location
  const isOrder = pathname.startsWith(paths.order(''))
  const loading = Promise.all([loadMessages(language, isOrder), isOrder || preloadScreens()])
  if (import.meta.env.DEMO) await (await import('#demo/start.ts')).startDemo()
  const queries = createQueryClient()
  void askEarly(queries, pathname)
  const root = document.querySelector('#root')
  if (!root) throw new Error('The page has no #root.')
  const [messages] = await loading
  const spoken = { language, messages }
  // In small steps: what the desk has answered meanwhile need not wait for the whole.
  startTransition(() =>
    createRoot(root, { onCaughtError }).render(
      <StrictMode>
        <Router>
          <Desk queries={queries} spoken={spoken} />
        </Router>
      </StrictMode>,
    ),
  )
  // The first screen has its own readings; once it is drawn, it is told of changes.
  setTimeout(() => void followLive(queries), afterFirstScreenMs)
  setTimeout(endFeedBeginning, listeningMs)
}

/** The page itself has asked for this already (`web/shell/head-start.ts`): what is there by now is drawn at once. */
async function askEarly(queries: QueryClient, pathname: string): Promise<void> {
  await queries.prefetchQuery(sessionQuery())
  const session = queries.getQueryData(sessionQuery().queryKey)
  if (session?.device && pathname === paths.orders) await queries.prefetchQuery(boardQuery())
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
