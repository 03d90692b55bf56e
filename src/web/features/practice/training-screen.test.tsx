import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

const titles = () => screen.getAllByTitle(/./).map((frame) => [frame.getAttribute('title'), frame.getAttribute('src')])

test('shows counter, station and display in frames of the same page', async () => {
  await openPage({ mode: 'practice', at: () => '/training' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Training' })).toBeVisible()
  expect(titles()).toEqual([
    ['Counter', '/'],
    ['Station', '/station'],
    ['Display', '/display'],
  ])
  // Each frame has its own frame around the screen.
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('places an order, and says its number', async () => {
  const { user, ask } = await openPage({ mode: 'practice', at: () => '/training' })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path !== '/practice/orders') return ask(path, init)
    sent.push(init?.body)
    return Response.json({ data: { id: '7', print_order_number: 'A-007', status: 'Pending' } })
  })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Kind of order' }), 'Large order')
  await user.click(screen.getByRole('button', { name: 'Place an order' }))
  expect(await screen.findByText('Order A-007 is on its way to the counter.')).toBeVisible()
  expect(sent).toEqual(['{"kind":"large"}'])
})

test('does not exist in a live shop', async () => {
  await openPage({ mode: 'live', at: () => '/training' })
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/not|no/i)
  expect(screen.queryByTitle('Station')).toBeNull()
})
