import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

test('shows the tablet’s name, and saves its language and appearance', async () => {
  const { user } = await openPage({ at: () => '/settings' })
  const tablet = await screen.findByRole('region', { name: 'This tablet' })
  expect(within(tablet).getByText('Counter')).toBeVisible()
  const appearance = within(tablet).getByRole('group', { name: 'Appearance' })
  expect(within(appearance).getByRole('radio', { name: 'Auto' })).toBeChecked()
  await user.click(within(appearance).getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  await user.click(within(appearance).getByRole('radio', { name: 'Auto' }))
  expect(document.documentElement.dataset['theme']).toBeUndefined()
  await user.click(within(tablet).getByRole('radio', { name: 'Français' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Réglages' })).toBeVisible()
  expect(localStorage.getItem('language')).toBe('fr')
})
