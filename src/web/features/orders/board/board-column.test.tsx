import { createQueryClient } from '#web/api/http/query-client.ts'
import { rowOf } from '#testing/row-of.ts'
import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MemoryRouter } from 'react-router'
import { Column } from './board-column.tsx'

const by = { person: 'Sara', tablet: 'Till' }
const gone = rowOf('7', { lane: 'ready', handed_over: { by, at: '2026-11-20T12:00:00Z', code_matched: true } })

test.each([
  [false, 'Ready0'],
  [true, 'Ready1'],
])('counts an order that was handed over only in a search (%s)', async (isSearched, heading) => {
  const { messages } = await loadCatalog('en')
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Translations language="en" messages={messages}>
        <MemoryRouter>
          <Column column="ready" rows={[gone]} isShown isSearched={isSearched} />
        </MemoryRouter>
      </Translations>
    </QueryClientProvider>,
  )
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(heading)
  expect(screen.getByRole('article', { name: '7' })).toBeVisible()
})
