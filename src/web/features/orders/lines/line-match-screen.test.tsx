import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setServerTime } from '#web/api/http/server-clock.ts'
import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { MemoryRouter } from 'react-router'
import { LineMatch } from './line-match.tsx'

const line = { id: '1', quantity: 1, product: { name: 'Milk', price: 1000 } }

test.each([
  ['is current', '2026-11-20T11:45:00Z', 3, false],
  ['is of days ago', '2026-11-17T09:30:00Z', 3, false],
  ['is current and contradicts', '2026-11-20T11:45:00Z', 0, false],
  ['is of days ago and contradicts', '2026-11-17T09:30:00Z', 0, true],
  ['was never whole and contradicts', null, 0, false],
])('shows the time of the catalog or not where it %s', async (_, readAt, stock, isSaid) => {
  const { messages } = await loadCatalog('en')
  setServerTime('2026-11-20T12:00:00Z')
  const item = { id: 7, name: { en: 'Milk' }, price: 1000, stock, is_active: true, is_available: true }
  render(
    <Translations language="en" messages={messages}>
      <MemoryRouter>
        <LineMatch line={line} match={{ line: '1', by: 'id', item, read_at: readAt }} currency="USD" />
      </MemoryRouter>
    </Translations>,
  )
  expect(screen.queryAllByText('Out of stock in the catalog')).toHaveLength(stock === 0 ? 1 : 0)
  expect(screen.queryAllByText(/^Catalog last updated .*17/)).toHaveLength(isSaid ? 1 : 0)
})
