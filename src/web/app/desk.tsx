import type { Language } from '#web/i18n/language.ts'
import type { Messages } from '#web/i18n/translations.tsx'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { App } from './app.tsx'
import { SpokenWords } from './spoken-words.tsx'

interface DeskProps {
  readonly queries: QueryClient
  readonly spoken: { readonly language: Language; readonly messages: Messages }
}

/** The whole page. It needs a router: by path, by hash in the demo, in memory in tests. */
export const Desk = ({ queries, spoken }: DeskProps) => (
  <QueryClientProvider client={queries}>
    <SpokenWords start={spoken}>
      <App />
    </SpokenWords>
  </QueryClientProvider>
)
