import { createMemoryStore } from '#server/storage/store-memory.ts'
import { openPage } from '#testing/open-page.tsx'
import { webhookOf } from '#testing/webhook-store-suite.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

const manage = async () => within(await screen.findByRole('navigation', { name: 'Manage' }))

test('puts the screens of Manage in groups and marks the current one', async () => {
  await openPage({ at: () => '/api-keys/reference' })
  const groups = (await manage()).getAllByRole('group')
  expect(
    groups.map((group) =>
      within(group)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ),
  ).toEqual([
    ['Staff', 'Tablets', 'Printers'],
    ['Rules', 'Alerts', 'Log'],
    ['Connection', 'Webhooks', 'API keys'],
  ])
  expect((await manage()).getAllByRole('link').at(-1)).toHaveTextContent('Settings')
  expect(groups[2]).toHaveAccessibleName('Other systems')
  expect((await manage()).getByRole('link', { current: 'page' })).toHaveTextContent('API keys')
})

test('opens the groups after a tap on Manage, and closes them with the choice of a screen', async () => {
  const { user, address } = await openPage({ at: () => '/log' })
  const isOpen = async () => (await manage()).getByRole('button', { name: 'Manage' }).getAttribute('aria-expanded')
  expect(await isOpen()).toBe('false')
  const main = within(screen.getByRole('navigation', { name: 'Main' }))
  await user.click(main.getByRole('link', { name: 'Manage' }))
  expect(address()).toBe('/staff')
  expect(await isOpen()).toBe('true')
  await user.click((await manage()).getByRole('link', { name: 'Staff' }))
  expect(await isOpen()).toBe('false')
  await user.click(main.getByRole('link', { name: 'Manage' }))
  expect(await isOpen()).toBe('true')
  await user.click((await manage()).getByRole('link', { name: 'Rules' }))
  expect(address()).toBe('/rules')
  expect(await isOpen()).toBe('false')
})

test('opens and closes the groups by their button', async () => {
  const { user } = await openPage({ at: () => '/log' })
  const button = (await manage()).getByRole('button', { name: 'Manage' })
  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('stays in place while a screen loads', async () => {
  const { user } = await openPage({ at: () => '/staff' })
  const opened = user.click((await manage()).getByRole('link', { name: 'Alerts' }))
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible()
  expect(screen.getByRole('navigation', { name: 'Manage' })).toBeVisible()
  await opened
  expect(await screen.findByRole('heading', { name: 'Alerts' })).toBeVisible()
})

test('tells a manager which screen needs attention, and nobody else', async () => {
  const store = createMemoryStore()
  await store.addWebhook(webhookOf('fine'))
  await store.addWebhook(webhookOf('gone', { health: { endedAt: 1, failing: null } }))
  const failing = { since: 1, status: 500, problem: null, failures: 1 }
  await store.addWebhook(webhookOf('late', { health: { endedAt: null, failing } }))
  const { user } = await openPage({ at: () => '/staff', store })
  expect(await (await manage()).findByRole('link', { name: 'Webhooks 2 need attention' })).toBeVisible()
  expect((await manage()).getByRole('button', { name: 'Manage 2 need attention' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Account' }))
  await user.click(await screen.findByRole('button', { name: 'Lock' }))
  expect(await (await manage()).findByRole('link', { name: 'Webhooks' })).toBeVisible()
})
