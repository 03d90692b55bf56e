import { openPage } from '#testing/open-page.tsx'
import { rowOf } from '#testing/row-of.ts'
import { boardQuery } from '#web/api/board.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { MainNav } from './main-nav.tsx'

const { messages } = await loadCatalog('en')

function show(address: string, rows: OrderRow[] = []) {
  const queries = createQueryClient()
  const meta = { version: 1, server_time: '2026-11-20T12:00:00Z', alarms: [] }
  queries.setQueryData(boardQuery().queryKey, { data: rows, meta })
  render(
    <QueryClientProvider client={queries}>
      <Translations language="en" messages={messages}>
        <MemoryRouter initialEntries={[address]}>
          <MainNav />
        </MemoryRouter>
      </Translations>
    </QueryClientProvider>,
  )
}

test.each([
  ['/', 'Orders'],
  ['/orders/A1', 'Orders'],
  ['/history?q=A1', 'History'],
  ['/catalog/items/7', 'Catalog'],
  ['/catalog/attributes', 'Catalog'],
  ['/reports', 'Reports'],
  ['/staff', 'Manage'],
  ['/log?order=A1', 'Manage'],
  ['/connection', 'Manage'],
  ['/settings', 'Manage'],
  ['/sign-in', undefined],
])('marks at %s the current place %s', (address, name) => {
  show(address)
  expect(screen.getAllByRole('link')).toHaveLength(5)
  const current = screen.queryAllByRole('link', { current: 'page' })
  expect(current.map((link) => link.textContent)).toEqual(name === undefined ? [] : [name])
})

test('tells how many orders wait for an answer', () => {
  show('/reports', [rowOf('1'), rowOf('2'), rowOf('3', { lane: 'preparing' })])
  expect(screen.getByRole('link', { name: 'Orders' })).toHaveAccessibleDescription('2 orders wait for an answer')
})

test('tells of no count while nothing waits', () => {
  show('/reports', [rowOf('3', { lane: 'preparing' })])
  expect(screen.getByRole('link', { name: 'Orders' })).not.toHaveAccessibleDescription()
})

test.each([
  ['/closed?q=A1&before=2026', '/history?q=A1&before=2026'],
  ['/shift?of=today', '/reports?of=today'],
])('leads from the former address %s to %s', async (former, present) => {
  const { address } = await openPage({ at: () => former })
  await waitFor(() => expect(address()).toBe(present))
})
