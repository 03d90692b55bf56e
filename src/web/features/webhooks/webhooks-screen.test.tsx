import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { NoAnswer, type OutgoingRequest } from '#server/webhooks/outside.ts'
import { openPage } from '#testing/open-page.tsx'
import { notificationOf } from '#testing/store-suite.ts'
import { webhookOf } from '#testing/webhook-store-suite.ts'

// Typing into forms is slow on a busy machine.
vi.setConfig({ testTimeout: 20_000 })

const button = (name: string) => screen.findByRole('button', { name })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const row = (name: string) => screen.findByRole('listitem', { name })

/** The screen on a desk whose receivers answer as the test says. */
async function open({
  who = 'Sara' as 'Sara' | 'Omar' | 'nobody',
  store = createMemoryStore(),
  isPolling = false,
} = {}) {
  const sent: OutgoingRequest[] = []
  const shop = { status: 204 as number | undefined, sent, store }
  const receivers = {
    allowsUrl: ({ protocol }: URL) => protocol === 'https:',
    async post(request: OutgoingRequest) {
      sent.push(request)
      if (shop.status === undefined) throw new NoAnswer('unreachable')
      return { status: shop.status, retryAfter: null }
    },
  }
  return Object.assign(await openPage({ at: () => '/webhooks', receivers, store, who, isPolling }), shop, { shop })
}

test('says what webhooks do while there is none, adds one, and shows its secret once', async () => {
  const { user, store } = await open()
  expect(await screen.findByText('Ask whoever runs that system for the address to enter here.')).toBeVisible()
  await user.click(await button('Add a webhook'))
  const form = await dialog('Add a webhook')
  const address = form.getByRole('textbox', { name: 'Address' })
  for (const wrong of ['till.test', 'http://till.test/']) {
    await user.clear(address)
    await user.type(address, wrong)
    await user.click(form.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(address).toHaveAccessibleDescription(/^This address is not accepted/))
  }
  await user.clear(address)
  await user.type(address, 'https://till.test/orders')
  for (const name of ['received', 'changed', 'answered', 'ready', 'closed'])
    await user.click(form.getByRole('checkbox', { name: `Order ${name}` }))
  await user.click(form.getByRole('button', { name: 'Add' }))
  expect(await form.findByRole('alert')).toHaveTextContent('Choose at least one.')
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
  expect(await row('till.test')).toHaveTextContent('The old secret works until')
  expect((await store.webhooks())[0]?.secrets).toHaveLength(2)
})

test('tests the address, and lists what was answered to each message', async () => {
  const store = createMemoryStore()
  await store.addWebhook(webhookOf('a', { url: 'https://till.test/', events: ['order.received'] }))
  await store.ingest([notificationOf('1')])
  const { user, shop } = await open({ store, isPolling: true })
  await waitFor(() => expect(shop.sent).toHaveLength(1))
  await user.click(await button('Send a test to till.test'))
  await waitFor(async () =>
    expect(await row('till.test')).toHaveTextContent(/The test arrived: the receiver answered 204 in \d+ ms/),
  )
  await user.click(await button('Latest messages to till.test'))
  const list = within(await screen.findByRole('list', { name: 'Latest messages to till.test' }))
  const [latest, first] = await list.findAllByRole('listitem')
  expect(latest).toHaveTextContent(/Test.*Delivered.*Answered 204 after \d+ ms/)
  expect(first).toHaveTextContent(/Order received.*1.*Delivered/)
  await user.click(list.getByRole('button', { name: /^Send again: Order received/ }))
  await waitFor(() => expect(shop.sent).toHaveLength(3))
  expect(shop.sent[2]?.headers['webhook-id']).toBe(shop.sent[0]?.headers['webhook-id'])
})

test('offers to send again only what a webhook that is not ended sent', async () => {
  const store = createMemoryStore()
  await store.addWebhook(webhookOf('a', { url: 'https://gone.test/' }))
  await store.ingest([notificationOf('1')])
  await store.changeWebhook('a', 1, (stored) => ({ ...stored, health: { endedAt: 1, failing: null } }))
  const { user } = await open({ store })
  await user.click(await button('Latest messages to gone.test'))
  const list = within(await screen.findByRole('list', { name: 'Latest messages to gone.test' }))
  expect(await list.findByRole('listitem')).toHaveTextContent(/Order received/)
  expect(list.queryByRole('button')).toBeNull()
  await user.click(await button('Turn on gone.test again'))
  expect(await list.findByRole('button', { name: /^Send again: Order received/ })).toBeVisible()
})

test('says that a test did not arrive', async () => {
  const store = createMemoryStore()
  await store.addWebhook(webhookOf('a', { url: 'https://till.test/' }))
  const { user, shop } = await open({ store })
  shop.status = undefined
  await user.click(await button('Send a test to till.test'))
  await waitFor(async () =>
    expect(await row('till.test')).toHaveTextContent('The test did not arrive: the receiver cannot be reached.'),
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
