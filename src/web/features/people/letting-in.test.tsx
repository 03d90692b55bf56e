import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { people } from '#contract/desk/people.ts'
import { getSession } from '#contract/desk/session.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { openPage } from '#testing/open-page.tsx'

const button = (name: string) => screen.findByRole('button', { name })
const dayMs = 24 * 60 * 60_000

test('shows a new code as picture, link and text, and names the tablet that uses it', async () => {
  const { user, sessions } = await openPage({ at: () => '/tablets' })
  await user.click(await button('Create code'))
  const region = await screen.findByRole('region', { name: 'Pair another tablet' })
  expect(await within(region).findByRole('img', { name: 'QR code of the address' })).toBeVisible()
  const code = within(region).getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/).textContent
  expect(within(region).getByText(`http://desk.test/enrol#${code}`)).toBeVisible()
  expect(within(region).getByRole('timer')).toHaveTextContent(
    /^Valid for one tablet and 1[01] more minutes \((?:10:0[01]|9:5\d)\)$/,
  )
  await sessions.enrol(code, 'Kitchen')
  await vi.advanceTimersByTimeAsync(3000)
  expect(await within(region).findByText('Kitchen is paired.')).toBeVisible()
  expect(within(region).queryByText(code)).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove Kitchen' })).toBeVisible()
})

test('hides an expired code', async () => {
  const { user } = await openPage({ at: () => '/tablets' })
  await user.click(await button('Create code'))
  await screen.findByRole('img', { name: 'QR code of the address' })
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(await screen.findByText('This code has expired. Create a new one.')).toBeVisible()
  expect(screen.queryByRole('img', { name: 'QR code of the address' })).toBeNull()
  await user.click(await button('Create another code'))
  expect(await screen.findByRole('img', { name: 'QR code of the address' })).toBeVisible()
})

test('explains how to get a code on a screen first, and then by command', async () => {
  const { user } = await openPage({ who: 'stranger', at: () => '/' })
  expect(await screen.findByText(/a manager opens Manage → Tablets and creates a code/)).toBeVisible()
  expect(screen.getByText('npm run -s desk -- pair')).not.toBeVisible()
  await user.click(screen.getByText('Is this the first tablet?'))
  expect(screen.getByText('desk pair')).toBeVisible()
  expect(screen.getByText('npm run -s desk -- pair')).toBeVisible()
})

test('asks for a missing code instead of calling it wrong', async () => {
  const { user } = await openPage({ who: 'stranger', at: () => '/enrol' })
  await user.click(await button('Pair this tablet'))
  const code = screen.getByRole('textbox', { name: 'Pairing code' })
  await waitFor(() => expect(code).toHaveAccessibleDescription(/Enter the code\./))
})

test('does not ask a paired tablet for a code again on a slow connection', async () => {
  const { user, sessions, ask, address } = await openPage({ who: 'stranger', at: () => '/enrol' })
  const { code } = await sessions.createEnrolmentCode()
  await user.type(await screen.findByRole('textbox', { name: 'Pairing code' }), code)
  await user.type(screen.getByRole('textbox', { name: 'Tablet name' }), 'Kitchen')
  let isIn = false
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const answer = await ask(path, init)
    isIn ||= path === people.enrol.path
    if (isIn && path === getSession.path) await new Promise((resolve) => setTimeout(resolve, 3000))
    return answer
  })
  await user.click(await button('Pair this tablet'))
  await waitFor(() => expect(isIn).toBe(true))
  await vi.advanceTimersByTimeAsync(500)
  expect(screen.getByRole('button', { name: 'Pair this tablet' })).toHaveAttribute('aria-disabled', 'true')
  await vi.advanceTimersByTimeAsync(3000)
  await waitFor(() => expect(address()).toBe('/'))
})

test('gives a tablet the next free name if its own is taken, and says so', async () => {
  const { user, sessions } = await openPage({ who: 'stranger', at: () => '/enrol' })
  await sessions.admit('Kitchen')
  const { code } = await sessions.createEnrolmentCode()
  await user.type(await screen.findByRole('textbox', { name: 'Pairing code' }), code)
  await user.type(screen.getByRole('textbox', { name: 'Tablet name' }), ' kitchen')
  await user.click(await button('Pair this tablet'))
  expect(await screen.findByText('Another tablet already has this name. This one is called kitchen 2.')).toBeVisible()
})

test('tells which name a renamed tablet got if the typed one is taken', async () => {
  const { user, sessions } = await openPage({ at: () => '/tablets' })
  await sessions.admit('Kitchen')
  await user.click(await button('Rename Counter'))
  const field = await screen.findByRole('textbox', { name: 'Tablet name' })
  await user.clear(field)
  await user.type(field, 'KITCHEN')
  await user.click(await button('Save'))
  expect(await screen.findByText('Another tablet already has this name. This one is called KITCHEN 2.')).toBeVisible()
  expect(await button('Rename KITCHEN 2')).toBeVisible()
  await user.click(await button('Rename KITCHEN 2'))
  const again = await screen.findByRole('textbox', { name: 'Tablet name' })
  await user.clear(again)
  await user.type(again, 'Window')
  await user.click(await button('Save'))
  expect(await button('Rename Window')).toBeVisible()
  expect(screen.queryByText(/called Window/)).toBeNull()
})

test('does not navigate back a user who left while pairing', async () => {
  const { user, sessions } = await openPage({ who: 'stranger', at: () => '/enrol' })
  const { code } = await sessions.createEnrolmentCode()
  await user.type(await screen.findByRole('textbox', { name: 'Pairing code' }), code)
  await user.type(screen.getByRole('textbox', { name: 'Tablet name' }), 'Kitchen')
  const elsewhere = await screen.findByRole('link', { name: 'History' })
  fireEvent.click(await button('Pair this tablet'))
  fireEvent.click(elsewhere)
  expect(await screen.findByRole('heading', { name: 'History' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(2000)
  expect(screen.getByRole('heading', { name: 'History' })).toBeVisible()
})

test('makes a tablet wait after wrong codes', async () => {
  const { user, ask } = await openPage({ who: 'stranger', at: () => '/enrol#AAAA-BBBB-CCCC' })
  await user.type(await screen.findByRole('textbox', { name: 'Tablet name' }), 'Kitchen')
  const body = JSON.stringify({ code: 'AAAA-BBBB-CCCC', device_name: 'Kitchen' })
  const headers = { 'Content-Type': 'application/json' }
  for (let tried = 0; tried < 10; tried += 1) await ask('/api/desk/enrolment', { method: 'POST', headers, body })
  await user.click(await button('Pair this tablet'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many wrong codes.')
  expect(screen.getByRole('timer')).toHaveTextContent(/^Try again in (?:10:0[01]|9:5\d)$/)
})

test('marks a tablet that was not used for long before its pairing expires', async () => {
  const store = createMemoryStore()
  const now = Date.parse('2026-11-20T12:00:00Z')
  const away = {
    name: 'Kitchen',
    tokenHash: 'x',
    enrolledAt: now - 90 * dayMs,
    role: 'counter' as const,
    categoryIds: null,
  }
  await store.addDevice({ ...away, id: 'd1', lastSeenAt: now - 17 * dayMs })
  await store.addDevice({ ...away, id: 'd2', name: 'Window', tokenHash: 'y', lastSeenAt: now - 15 * dayMs })
  await openPage({ store, at: () => '/tablets' })
  const rows = async () => within(screen.getByRole('main')).findAllByRole('listitem')
  const marked = (await rows()).filter((row) => row.textContent.includes('Not used for a long time'))
  expect(marked.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Kitchen.*Not used for a long time: needs a new code from Dec 3, 2026, .*/),
  ])
})

test('warns before the pairing expires if its use cannot be stored', async () => {
  const store = createMemoryStore()
  const touchDevice = () => Promise.reject(new StoreUnavailable())
  const { user } = await openPage({ store: { ...store, touchDevice }, at: () => '/history' })
  await screen.findByRole('heading', { name: 'History' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(screen.queryByText(/The pairing of this tablet could not be renewed/)).toBeNull()
  expect(screen.queryByRole('button', { name: '1 more' })).toBeNull()
  vi.setSystemTime(Date.now() + 17 * dayMs)
  await vi.advanceTimersByTimeAsync(60_000)
  // Its sound is off, which is more serious.
  await user.click(await button('1 more'))
  expect(screen.getByText(/^The pairing of this tablet could not be renewed and ends at Dec 20, 2026/)).toBeVisible()
})
