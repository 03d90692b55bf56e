import './ui/theme.css'
import { Desk } from '#app/desk.tsx'
import { onCaughtError } from '#app/screen-boundary.tsx'
import { hashBar, pathBar } from '#client/navigation.tsx'
import { createQueryClient } from '#client/query-client.ts'
import { readDigits, readLanguageWish, readTheme } from '#client/settings.ts'
import { applyTheme } from '#client/theme.ts'
import { paths } from '#paths.ts'
import { loadMessages } from '#words/catalogs.ts'
import { chooseDigits } from '#words/digits.ts'
import { chooseLanguage } from '#words/language.ts'
import type { QueryClient } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

// Starts the page; in the demo build, the demo first. In every other build that branch is gone.

const afterFirstScreenMs = 1000
const againMs = 5000

async function start(): Promise<void> {
  applyTheme(readTheme())
  chooseDigits(readDigits())
  const language = chooseLanguage([readLanguageWish(), ...navigator.languages])
  const messages = loadMessages(language, location.pathname.startsWith(paths.order('')))
  if (import.meta.env.DEMO) await (await import('#demo/start.ts')).startDemo()
  const queries = createQueryClient()
  const root = document.querySelector('#root')
  if (!root) throw new Error('The page has no #root.')
  const spoken = { language, messages: await messages }
  // In small steps: what the desk has answered meanwhile need not wait for the whole.
  startTransition(() =>
    createRoot(root, { onCaughtError }).render(
      <StrictMode>
        <Desk queries={queries} spoken={spoken} bar={import.meta.env.DEMO ? hashBar() : pathBar()} />
      </StrictMode>,
    ),
  )
  // The first screen has its own readings; once it is drawn, it is told of changes.
  setTimeout(() => void followLive(queries), afterFirstScreenMs)
}

/** Tried until it could be loaded: the page asks by itself meanwhile. */
async function followLive(queries: QueryClient): Promise<void> {
  try {
    const { goLive } = await import('#app/go-live.ts')
    goLive(queries)
  } catch {
    setTimeout(() => void followLive(queries), againMs)
  }
}

void start()
