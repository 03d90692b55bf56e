import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { openWebhooks as open } from '#testing/open-webhooks.tsx'
import { webhookOf } from '#testing/webhook-store-suite.ts'

const button = (name: string) => screen.findByRole('button', { name })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const row = (name: string) => screen.findByRole('listitem', { name })

test('says what webhooks do while there is none, adds one, and shows its secret once', async () => {
  const { user, store } = await open()
  expect(await screen.findByText('Ask whoever runs that system for the address to enter here.')).toBeVisible()
  await user.click(await button('Add a webhook'))
  const form = await dialog('Add a webhook')
  const address = form.getByRole('textbox', { name: 'Address' })
  for (const name of ['received', 'changed', 'answered', 'ready', 'closed'])
    await user.click(form.getByRole('checkbox', { name: `Order ${name}` }))
  await user.click(form.getByRole('button', { name: 'Add' }))
  expect(address).toHaveAccessibleDescription('Enter an address that begins with https://.')
  expect(form.getByRole('group', { name: 'What to send' })).toHaveAccessibleDescription('Choose at least one.')
  expect(address).toHaveFocus()
  await user.click(form.getByRole('checkbox', { name: 'Printer failed' }))
  for (const wrong of ['till.test', 'http://till.test/']) {
    await user.clear(address)
    await user.type(address, wrong)
    await user.click(form.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(address).toHaveAccessibleDescription(/^This address is not accepted/))
  }
  await user.clear(address)
  await user.type(address, 'https://till.test/orders')
  await user.click(form.getByRole('checkbox', { name: 'Printer failed' }))
  await user.click(form.getByRole('button', { name: 'Add' }))
  expect(form.getByRole('alert')).toHaveTextContent('Choose at least one.')
  expect(form.getByRole('checkbox', { name: 'Order received' })).toHaveFocus()
  await user.click(form.getByRole('checkbox', { name: 'Printer failed' }))
  await user.click(form.getByRole('checkbox', { name: 'Order received' }))
  await user.click(form.getByRole('radio', { name: 'The whole order' }))
  await user.click(form.getByRole('button', { name: 'Add' }))
  const made = await dialog('Secret for till.test')
  const [webhook] = await store.webhooks()
  expect(made.getByText(webhook?.secrets[0]?.secret ?? '')).toBeVisible()
  expect(made.getByRole('button', { name: 'Copy' })).toBeVisible()
  await user.click(made.getByRole('button', { name: 'Done' }))
  expect(await row('till.test')).toHaveTextContent('Active')
  expect(await row('till.test')).toHaveTextContent('Order received · Printer failed')
  expect(await row('till.test')).toHaveTextContent('Whole order')
  expect(screen.queryByText(/whsec_/)).toBeNull()
  expect(webhook).toMatchObject({ events: ['order.received', 'printer.failed'], includesRow: true })
})

test('says what the receiver does, pauses, resumes and edits, and replaces the secret', async () => {
  const store = createMemoryStore()
  const since = Date.parse('2026-11-20T11:40:00Z')
  const failing = { since, status: 500, problem: null, failures: 1 }
  await store.addWebhook(webhookOf('a', { url: 'https://till.test/', health: { endedAt: null, failing } }))
  await store.addWebhook(webhookOf('b', { url: 'https://gone.test/', health: { endedAt: since, failing: null } }))
  const { user } = await open({ store })
  expect(await row('till.test')).toHaveTextContent(/Failing since .*40.*: the receiver answers 500/)
  expect(await row('till.test')).toHaveTextContent('Ask whoever runs the other system.')
  expect(await row('gone.test')).toHaveTextContent(/Ended \(.*40.*\): the receiver answered 410/)
  await user.click(await button('Pause till.test'))
  await waitFor(async () => expect(await row('till.test')).toHaveTextContent('Paused'))
  await user.click(await button('Resume till.test'))
  await waitFor(async () => expect(await row('till.test')).toHaveTextContent('Failing since'))
  await user.click(await button('Turn on gone.test again'))
  await waitFor(async () => expect(await row('gone.test')).toHaveTextContent('Active'))
  await user.click(await button('Edit till.test'))
  const form = await dialog('Edit till.test')
  expect(form.getByRole('textbox', { name: 'Address' })).toHaveValue('https://till.test/')
  await user.click(form.getByRole('checkbox', { name: 'Unusually long without orders' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await row('till.test')).toHaveTextContent('Unusually long without orders'))
  await user.click(await button('Replace the secret for till.test'))
  await user.click((await dialog('Replace the secret for till.test')).getByRole('button', { name: 'Replace secret' }))
  const made = await dialog('Secret for till.test')
  expect(made.getByText('The old secret also works for another 24 hours.')).toBeVisible()
  await user.click(made.getByRole('button', { name: 'Done' }))
  await waitFor(async () => expect(await row('till.test')).toHaveTextContent('The old secret works until'))
  expect(await screen.findByText('The secret for till.test was replaced.')).toBeVisible()
  expect((await store.webhooks())[0]?.secrets).toHaveLength(2)
})

test('says that a test did not arrive', async () => {
  const store = createMemoryStore()
  await store.addWebhook(webhookOf('a', { url: 'https://till.test/' }))
  const { user, shop } = await open({ store })
  shop.status = undefined
  await user.click(await button('Send a test to till.test'))
  await waitFor(async () =>
    expect(await row('till.test')).toHaveTextContent(
      'The test did not arrive: the receiver cannot be reached. Check that the other system is running and online.',
    ),
  )
})

test('removes a webhook once that is confirmed', async () => {
  const store = createMemoryStore()
  await store.addWebhook(webhookOf('a', { url: 'https://till.test/' }))
  const { user } = await open({ store })
  await user.click(await button('Remove till.test'))
  const asked = await dialog('Remove till.test')
  expect(asked.getByText(/^Nothing more is sent there/)).toBeVisible()
  await user.click(asked.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('No webhook yet')).toBeVisible()
  expect(await screen.findByText('The webhook till.test was removed.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', '/api-keys/reference')
  expect(await store.webhooks()).toEqual([])
})

test.each([
  ['Omar', 'Only a manager can change webhooks.'],
  ['nobody', 'Sign in to see the webhooks.'],
] as const)('shows no webhook to %s', async (who, text) => {
  const store = createMemoryStore()
  await store.addWebhook(webhookOf('a', { url: 'https://till.test/' }))
  await open({ who, store })
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByText('till.test')).toBeNull()
})
