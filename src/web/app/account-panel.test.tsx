import { openPage, type OpenPage } from '#testing/open-page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

/** The panel behind the button that shows the person. */
async function openAccount(user: OpenPage['user']) {
  await user.click(await screen.findByRole('button', { name: 'Account' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Account' }))
  await panel.findByRole('combobox', { name: 'Language' })
  return panel
}

test.each(['/', '/history', '/catalog/items'])('sets the appearance and the language at %s', async (address) => {
  onTestFinished(() => {
    delete document.documentElement.dataset['theme']
  })
  const { user } = await openPage({ at: () => address })
  const panel = await openAccount(user)
  await user.selectOptions(panel.getByRole('combobox', { name: 'Appearance' }), 'Dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  await user.selectOptions(panel.getByRole('combobox', { name: 'Language' }), 'Français')
  expect(await screen.findByRole('link', { name: 'Commandes' })).toBeVisible()
  expect(localStorage.getItem('language')).toBe('fr')
})

test('locks: signs the person out, and the tablet stays paired', async () => {
  const { user, ask, address } = await openPage({ at: () => '/history' })
  const signedIn = await openAccount(user)
  expect(signedIn.getByText('Sara')).toBeVisible()
  await user.click(signedIn.getByRole('button', { name: 'Lock' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Account' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Account' })).not.toHaveTextContent('Sara')
  const panel = await openAccount(user)
  expect(panel.getByText('Nobody is signed in')).toBeVisible()
  expect(panel.queryByRole('button', { name: 'Lock' })).toBeNull()
  expect(panel.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in?from=%2Fhistory')
  expect(address()).toBe('/history')
  expect((await ask('/api/desk/log')).status).toBe(403)
  expect((await ask('/api/desk/orders')).status).toBe(200)
})

test('asks another person for the PIN in place, and closes', async () => {
  const { user, address } = await openPage({ at: () => '/history' })
  await user.click(await (await openAccount(user)).findByRole('button', { name: 'Omar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in' }))
  expect(screen.queryByRole('dialog', { name: 'Account' })).toBeNull()
  expect(address()).toBe('/history')
  await user.click(dialog.getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each(['Sara', 'stranger'] as const)('opens the help in its place for %s', async (who) => {
  const { user } = await openPage({ who, at: () => '/' })
  await user.click((await openAccount(user)).getByRole('button', { name: 'Help' }))
  const help = within(await screen.findByRole('dialog', { name: 'Help' }))
  expect(screen.queryByRole('dialog', { name: 'Account' })).toBeNull()
  const answer = help.getByText(/^1\. Tap “Turn on sound” at the top\./)
  expect(answer).not.toBeVisible()
  await user.click(help.getByText('The tablet does not ring'))
  expect(answer).toBeVisible()
  await user.click(help.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('shows the keyboard shortcuts at once to who asks for them by their key', async () => {
  const { user } = await openPage({ at: () => '/' })
  await screen.findByRole('button', { name: 'Account' })
  // The keys work once the browser has been idle.
  await vi.advanceTimersByTimeAsync(3000)
  await user.keyboard('?')
  await vi.advanceTimersByTimeAsync(200)
  const help = within(await screen.findByRole('dialog', { name: 'Help' }))
  expect(help.getByText('Open the order with the least time left')).toBeVisible()
  await user.click(help.getByRole('button', { name: 'Close' }))
})

test('offers nobody’s sign-in on a tablet that is not paired', async () => {
  const { user } = await openPage({ who: 'stranger', at: () => '/' })
  const panel = await openAccount(user)
  expect(panel.queryByRole('link')).toBeNull()
})

test.each([
  ['pairing', 'stranger', '/enrol', 'Pair this tablet'],
  ['sign-in', 'nobody', '/sign-in', 'Sign in'],
] as const)('offers the language on the %s screen itself', async (_what, who, at, title) => {
  const { user } = await openPage({ who, language: 'ar', at: () => at })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'اللغة' }), 'English')
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
})
