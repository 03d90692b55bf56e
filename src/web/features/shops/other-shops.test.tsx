import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { countAnswer, dropTicket, tickets, requestTicket } from '#web/api/screen-state.ts'
import { openPage } from '#testing/open-page.tsx'

const here = { name: 'Karrada', url: 'http://desk.test' }
const mansour = { name: 'المنصور', url: 'https://mansour.example' }

/** Opens the page and waits for its frame, which is loaded after the screen. */
async function openAround(options: Omit<Parameters<typeof openPage>[0], 'at'>, address = '/settings') {
  const page = await openPage({ at: () => address, ...options })
  await screen.findByRole('heading', { level: 1 })
  await act(() => vi.advanceTimersByTimeAsync(2000))
  return page
}

const openShops = async (otherDesks = [here, mansour]) => {
  const page = await openAround({ otherDesks })
  await page.user.click(await screen.findByRole('button', { name: 'Shops' }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Go to another shop' })) }
}

test('links to the desks of other shops and marks this one', async () => {
  const { dialog } = await openShops()
  expect(dialog.getByRole('link', { name: /المنصور/ })).toHaveAttribute('href', 'https://mansour.example')
  expect(dialog.getByRole('link', { name: 'All shops' })).toHaveAttribute('href', '/shops')
  expect(dialog.getAllByRole('link')).toHaveLength(2)
  const [present] = dialog.getAllByRole('listitem')
  expect(present).toHaveTextContent('Karrada')
  expect(present).toHaveTextContent('You are here')
  expect(present?.querySelector('[aria-current=true]')).not.toBeNull()
})

test.each([
  ['an answer', () => countAnswer(1), () => countAnswer(-1)],
  ['a ticket', () => requestTicket('A1'), () => tickets.read().forEach(dropTicket)],
])('blocks leaving while %s is under way, and says why', async (_says, begin, end) => {
  const { dialog } = await openShops()
  const toMansour = { name: /المنصور/ }
  act(begin)
  expect(dialog.queryByRole('link', toMansour)).toBeNull()
  expect(dialog.getByRole('status')).toHaveTextContent('Something is still being sent or printed.')
  act(end)
  expect(dialog.getByRole('link', toMansour)).toBeVisible()
  expect(dialog.getByRole('status')).toBeEmptyDOMElement()
})

test('does not navigate if an answer left before the press', async () => {
  const { dialog } = await openShops()
  const link = dialog.getByRole('link', { name: /المنصور/ })
  // Before the page has rendered that the answer is under way.
  const tap = new MouseEvent('click', { bubbles: true, cancelable: true })
  act(() => {
    countAnswer(1)
    link.dispatchEvent(tap)
  })
  expect(tap.defaultPrevented).toBe(true)
  act(() => countAnswer(-1))
})

test('finds one of many shops by name, however it is typed', async () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ name: `Shop ${index}`, url: `https://s${index}.example` }))
  const { dialog, user } = await openShops([here, { ...mansour, name: 'Café Mansour' }, ...many])
  await user.type(dialog.getByRole('searchbox', { name: 'Find a shop' }), 'cafe m')
  expect(within(dialog.getByRole('list')).getAllByRole('link')).toHaveLength(1)
  await user.type(dialog.getByRole('searchbox'), 'x')
  expect(dialog.getByText('No shop matches.')).toBeVisible()
})

test('shows no menu entry for a single shop', async () => {
  await openAround({ otherDesks: [here] })
  await screen.findByRole('button', { name: 'Account' })
  expect(screen.queryByRole('button', { name: 'Shops' })).toBeNull()
})

test('shows no other shops to an unpaired tablet', async () => {
  const { ask } = await openAround({ otherDesks: [mansour], who: 'stranger' }, '/enrol')
  await screen.findByRole('button', { name: 'Account' })
  expect(screen.queryByRole('button', { name: 'Shops' })).toBeNull()
  expect((await ask('/api/desk/others')).status).toBe(401)
})

test('renders the entry in the tablet’s language', async () => {
  const page = await openAround({ otherDesks: [mansour], language: 'ar' })
  await page.user.click(await screen.findByRole('button', { name: 'المتاجر' }))
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'الانتقال إلى متجر آخر' })).toBeVisible())
})
