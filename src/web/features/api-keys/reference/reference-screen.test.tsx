import { openPage } from '#testing/open-page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

test('leads to an operation, names it in the address, and leads back to the list', async () => {
  const { user, address } = await openPage({ at: () => '/api-keys/reference' })
  const operations = await screen.findByRole('navigation', { name: 'Operations' })
  await user.click(within(operations).getByText('Accept an order'))
  const accept = screen.getByRole('region', { name: 'Accept an order' })
  expect(accept).toHaveFocus()
  expect(address()).toBe('/api-keys/reference#acceptOrder')
  await user.click(within(accept).getByText('All operations'))
  expect(operations).toHaveFocus()
})

test('opens the reference at the operation that the address names', async () => {
  await openPage({ at: () => '/api-keys/reference#readOrder' })
  await waitFor(() => expect(screen.getByRole('region', { name: 'Read an order' })).toHaveFocus())
})

test('tells what to fill in for the examples, and shows one that works first', async () => {
  await openPage({ at: () => '/api-keys/reference' })
  const accept = within(await screen.findByRole('region', { name: 'Accept an order' }))
  expect(screen.getByText(/^DESK=http/)).toHaveTextContent('KEY=vd_…')
  expect(accept.getByRole('heading', { name: 'Body (optional)' })).toBeVisible()
  expect(accept.getAllByRole('figure').map((figure) => figure.querySelector('figcaption')?.textContent)).toEqual([
    'A plain order',
    'A digital order, with its codes',
    'Without an Idempotency-Key',
    'An order that was answered before',
  ])
})

test('shows each table with its own rows', async () => {
  await openPage({ at: () => '/api-keys/reference' })
  const report = within(await screen.findByRole('region', { name: 'Report on days' }))
  const example = (name: string) => report.getByText(name).closest('figure')
  expect(example('Two days as a table')).toHaveTextContent('200"day","weekday","orders"')
  expect(example('Sales by payment method')).toHaveTextContent('200"payment","sold_orders IQD","sales IQD" "Card"')
})

test('reads from left to right in every language', async () => {
  await openPage({ at: () => '/api-keys/reference', language: 'ar' })
  const heading = within(await screen.findByRole('region', { name: 'Read an order' })).getByText('Parameters')
  expect(heading.closest('[dir]')).toHaveAttribute('dir', 'ltr')
  expect(heading.closest('[lang]')).toHaveAttribute('lang', 'en')
})
