import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { apiKeyOf } from '#testing/api-key-store-suite.ts'
import { openPage } from '#testing/open-page.tsx'

const button = (name: string) => screen.findByRole('button', { name })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

async function open(who: 'Sara' | 'Omar' | 'nobody' = 'Sara', address = '/api-keys') {
  const store = createMemoryStore()
  await store.addApiKey(
    apiKeyOf('spreadshee', {
      name: 'Spreadsheet',
      scopes: ['reports:read'],
      createdBy: null,
      createdAt: Date.parse('2026-11-20T12:00:00Z'),
    }),
  )
  return { ...(await openPage({ at: () => address, store, who })), store }
}

test('makes a key, shows it once, and lists what it may do', async () => {
  const { user, store } = await open()
  await user.click(await button('Add an API key'))
  const form = await dialog('Add an API key')
  await user.click(form.getByRole('button', { name: 'Create key' }))
  const name = form.getByRole('textbox', { name: 'Name' })
  expect(name).toHaveAccessibleDescription('Enter a name.')
  expect(name).toHaveFocus()
  const scopes = form.getByRole('group', { name: 'What it may do' })
  expect(scopes).toHaveAccessibleDescription('Choose at least one.')
  await user.type(name, 'x'.repeat(61))
  expect(name).toHaveAccessibleDescription('A name has 1 to 60 characters.')
  await user.clear(name)
  await user.type(name, 'spreadsheet')
  await user.click(form.getByRole('button', { name: 'Create key' }))
  expect(form.getByRole('alert')).toHaveTextContent('Choose at least one.')
  expect(form.getByRole('checkbox', { name: 'Read orders' })).toHaveFocus()
  expect(form.getByRole('checkbox', { name: 'Read orders' })).toHaveAccessibleDescription(
    'The board and each order, with the customer’s name. Never hand-over codes.',
  )
  await user.click(form.getByRole('checkbox', { name: 'Answer orders' }))
  await user.click(form.getByRole('checkbox', { name: 'Read orders' }))
  await user.click(form.getByRole('button', { name: 'Create key' }))
  await waitFor(() => expect(name).toHaveAccessibleDescription('Another key has this name.'))
  await user.clear(name)
  await user.type(name, 'Till')
  await user.click(form.getByRole('button', { name: 'Create key' }))
  const shown = await dialog('The key for Till')
  const key = shown.getByText(/^vd_\w{10}_[\w-]{43}$/).textContent
  expect(shown.getByRole('note')).toHaveTextContent('It will not be shown again.')
  await user.click(shown.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(key)
  await user.click(shown.getByRole('button', { name: 'Done' }))
  const row = await screen.findByRole('listitem', { name: 'Till' })
  expect(row).toHaveTextContent('Read orders · Answer orders')
  expect(row).toHaveTextContent(/Never used.*Created by Sara/)
  expect(document.body.textContent).not.toContain(key?.slice(-43))
  expect(await store.apiKeys()).toMatchObject([{}, { name: 'Till', scopes: ['orders:read', 'orders:answer'] }])
})

test('removes a key after a confirmation', async () => {
  const { user, store } = await open()
  await user.click(await button('Remove Spreadsheet'))
  const ask = await dialog('Remove Spreadsheet')
  expect(ask.getByText(/^The program that uses this key stops working at once/)).toBeVisible()
  await user.click(ask.getByRole('button', { name: 'Cancel' }))
  expect(await store.apiKeys()).toHaveLength(1)
  await user.click(await button('Remove Spreadsheet'))
  await user.click((await dialog('Remove Spreadsheet')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByRole('heading', { name: 'No API key yet' })).toBeVisible()
  expect(await screen.findByText('The key Spreadsheet was removed.')).toBeVisible()
  expect(await store.apiKeys()).toEqual([])
})

test('shows who made a key, when it was last used, and how to recognize it', async () => {
  const { store } = await open()
  await store.touchApiKey('spreadshee', Date.parse('2026-11-20T12:30:00Z'))
  const row = await screen.findByRole('listitem', { name: 'Spreadsheet' })
  expect(row).toHaveTextContent(
    /Read reports(?:Never used|Last used: 12:30)Created by the desk command, .*20.*12:00 · vd_spreadshee_…/,
  )
})

test('is for managers', async () => {
  await open('Omar')
  expect(await screen.findByText('Only a manager can add or remove API keys.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'API reference' })).toBeVisible()
  expect(screen.queryByRole('listitem', { name: 'Spreadsheet' })).toBeNull()
})

test('asks for a sign-in', async () => {
  await open('nobody')
  expect(await screen.findByText('Sign in to see the API keys.')).toBeVisible()
})

test('explains every operation with its parameters, answers, errors and examples', async () => {
  await open('Omar', '/api-keys/reference')
  const accept = within(await screen.findByRole('region', { name: 'Accept an order' }))
  expect(accept.getByText('POST /api/developer/v1/orders/{orderId}/accept')).toBeVisible()
  expect(accept.getByText('Idempotency-Key', { selector: 'dt *' }).closest('dt')).toHaveTextContent('header, required')
  expect(accept.getByText('key_reused').closest('dd')).toHaveTextContent('was used for another answer')
  // What any request may get is said once.
  expect(screen.getByText('bad_key').closest('p')).toHaveTextContent('401 bad_key: The key is unknown, or was removed.')
  expect(accept.getByText('A plain order').closest('figure')).toHaveTextContent(
    /curl "\$DESK\/api\/developer\/v1\/orders\/\d+\/accept".*200.*"preparing"/s,
  )
  const list = within(screen.getByRole('region', { name: 'List orders' }))
  expect(list.getByText('view').closest('div')).toHaveTextContent('open, the default, or closed.')
  const received = within(screen.getByRole('region', { name: 'An order was received' }))
  expect(received.getByText('POST order.received')).toBeVisible()
  expect(received.getByText('With ids only').closest('figure')).toHaveTextContent(
    /webhook-id: evt_\d+_\w+_received webhook-timestamp: \d+ webhook-signature: v1,.*"type":"order.received"/,
  )
  expect(received.getByRole('link', { name: 'OrderEvent' })).toBeVisible()
  expect(received.getByText('410').closest('div')).toHaveTextContent('the desk ends the webhook')
  const schemas = within(screen.getByRole('region', { name: 'Schemas' }))
  expect(schemas.getByRole('heading', { name: 'OrderRow' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Search the catalog' })).toBeVisible()
})
