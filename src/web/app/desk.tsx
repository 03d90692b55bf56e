import { DeskRouter, type AddressBar } from '#web/api/navigation.tsx'
import type { Language } from '#web/i18n/language.ts'
import type { Messages } from '#web/i18n/translations.tsx'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { App } from './app.tsx'
import { SpokenWords } from './spoken-words.tsx'

interface DeskProps {
  readonly queries: QueryClient
  readonly spoken: { readonly language: Language; readonly messages: Messages }
  /** Where addresses live: in the path, behind `#`, or in memory. */
  readonly bar: AddressBar
}

/** The whole page, with all that it is given from outside. */
export const Desk = ({ queries, spoken, bar }: DeskProps) => (
  <QueryClientProvider client={queries}>
    <SpokenWords start={spoken}>
      <DeskRouter bar={bar}>
        <App />
      </DeskRouter>
    </SpokenWords>
  </QueryClientProvider>
)
