import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { pinLimits } from '#server/storage/tries.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { openPage } from '#testing/open-page.tsx'

const pin = () => screen.getByLabelText('PIN')
const signIn = () => screen.getByRole('button', { name: 'Sign in' })

async function tryPin(user: UserEvent, text: string) {
  await user.clear(pin())
  await user.type(pin(), text)
  await user.click(signIn())
}

test('shows a countdown after wrong PINs and then lets the person sign in', async () => {
  const { user, address } = await openPage({ who: 'nobody', at: () => '/sign-in' })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Name' }), 'Sara')
  for (let tried = 0; tried < 4; tried += 1) {
    await tryPin(user, '0000')
    await waitFor(() => expect(pin()).toHaveValue(''))
  }
  expect(screen.getByRole('alert')).toHaveTextContent(
    /^Too many wrong PINs on this tablet\. It still shows .* rings\.$/,
  )
  const left = () => Number(/^Try again in 0:0(\d)$/.exec(screen.getByRole('timer').textContent)?.[1])
  // The page's clock ticks once a second, so it may lag by one.
  expect([1, 2, 3]).toContain(left())
  expect(signIn()).toHaveAttribute('aria-disabled', 'true')
  await vi.advanceTimersByTimeAsync(1000)
  expect([1, 2]).toContain(left())
  await vi.advanceTimersByTimeAsync(2000)
  expect(await screen.findByText('You can try again now.')).toBeVisible()
  expect(screen.queryByRole('timer')).toBeNull()
  await tryPin(user, '1234')
  await waitFor(() => expect(address()).toBe('/'))
})

test('shows until when a person is locked out, and lets somebody else sign in', async () => {
  const store = createMemoryStore()
  const { user, address } = await openPage({ store, who: 'nobody', at: () => '/sign-in' })
  const sara = (await store.people()).find(({ name }) => name === 'Sara')
  const ofSara = pinLimits('', sara?.id).slice(1)
  for (let tried = 0; tried < 100; tried += 1) await store.beginTry(ofSara, Date.now())
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Name' }), 'Sara')
  await tryPin(user, '1234')
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many wrong PINs for this name today.')
  expect(screen.getByRole('timer')).toHaveTextContent(/^Try again after Nov 21, 2026, .*$/)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Name' }), 'Omar')
  expect(screen.queryByRole('alert')).toBeNull()
  await tryPin(user, '5678')
  await waitFor(() => expect(address()).toBe('/'))
})

test('offers to remove the last manager only when there is another one', async () => {
  const { user } = await openPage({ at: () => '/staff' })
  expect(await screen.findByRole('button', { name: 'Remove Omar' })).toBeVisible()
  expect(screen.getByText('The last manager cannot be removed.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Remove Sara' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Lina')
  await user.type(pin(), '9999')
  await user.click(screen.getByRole('checkbox', { name: 'Manager' }))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByRole('button', { name: 'Remove Sara' })).toBeVisible()
  expect(screen.queryByText('The last manager cannot be removed.')).toBeNull()
})

test.each([
  ['touched meanwhile keeps its person signed in', true, 200],
  ['not touched for half an hour is locked', false, 403],
])('reports the presence of a tablet that was %s', async (_what, isTouched, status) => {
  const { user, ask } = await openPage({ at: () => '/history' })
  // The ring is loaded a moment after the first screen, and starts the presence reports.
  await screen.findByRole('button', { name: 'Turn on sound' })
  for (let time = 0; time < 2; time += 1) {
    if (isTouched) await user.click(await screen.findByRole('heading', { name: 'History' }))
    vi.setSystemTime(Date.now() + 20 * 60_000)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect((await ask('/api/desk/log')).status).toBe(status)
})
