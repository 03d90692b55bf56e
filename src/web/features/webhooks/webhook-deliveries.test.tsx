import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { openWebhooks } from '#testing/open-webhooks.tsx'
import { notificationOf } from '#testing/store-suite.ts'
import { webhookOf } from '#testing/webhook-store-suite.ts'

const button = (name: string) => screen.findByRole('button', { name })
const row = (name: string) => screen.findByRole('listitem', { name })

async function openMessages({ user }: Awaited<ReturnType<typeof openWebhooks>>, name: string) {
  await user.click(await button(`Latest messages to ${name}`))
  return within(await screen.findByRole('list', { name: `Latest messages to ${name}` }))
}

test('tests the address, and lists what was answered to each message', async () => {
  const store = createMemoryStore()
  await store.addWebhook(webhookOf('a', { url: 'https://till.test/', events: ['order.received'] }))
  await store.ingest([notificationOf('1')])
  const { user, shop } = await openWebhooks({ store, isPolling: true })
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

test('shows and hides the messages by one button that keeps its name', async () => {
  const store = createMemoryStore()
  await store.addWebhook(webhookOf('a', { url: 'https://till.test/' }))
  await store.ingest([notificationOf('1')])
  const { user } = await openWebhooks({ store })
  const messages = await button('Latest messages to till.test')
  await user.click(messages)
  expect(await screen.findByRole('list', { name: 'Latest messages to till.test' })).toBeVisible()
  expect(messages).toHaveAccessibleName('Latest messages to till.test')
  expect(messages).toHaveAttribute('aria-expanded', 'true')
  await user.click(messages)
  expect(screen.queryByRole('list', { name: 'Latest messages to till.test' })).toBeNull()
})

test('offers to send again only what a webhook that is not ended sent', async () => {
  const store = createMemoryStore()
  await store.addWebhook(webhookOf('a', { url: 'https://gone.test/' }))
  await store.ingest([notificationOf('1')])
  await store.changeWebhook('a', 1, (stored) => ({ ...stored, health: { endedAt: 1, failing: null } }))
  const { user } = await openWebhooks({ store })
  await user.click(await button('Latest messages to gone.test'))
  const list = within(await screen.findByRole('list', { name: 'Latest messages to gone.test' }))
  expect(await list.findByRole('listitem')).toHaveTextContent(/Order received/)
  expect(list.queryByRole('button')).toBeNull()
  await user.click(await button('Turn on gone.test again'))
  expect(await list.findByRole('button', { name: /^Send again: Order received/ })).toBeVisible()
})

test('says what came of a message that is sent again', async () => {
  const store = createMemoryStore()
  await store.addWebhook(webhookOf('a', { url: 'https://till.test/', events: ['order.received'] }))
  await store.ingest([notificationOf('1')])
  const page = await openWebhooks({ store, isPolling: true })
  const { user, shop } = page
  await waitFor(() => expect(shop.sent).toHaveLength(1))
  const list = await openMessages(page, 'till.test')
  const again = await list.findByRole('button', { name: /^Send again: Order received/ })
  shop.status = 500
  await user.click(again)
  await waitFor(() => expect(list.getByRole('status')).toHaveTextContent('Not delivered: the receiver answers 500.'))
  expect(list.getByRole('listitem')).toHaveTextContent(/Next try:/)
  shop.status = 204
  await user.click(again)
  await waitFor(() => expect(list.getByRole('status')).toHaveTextContent(/^Delivered$/))
})

test('names a cause once, what to do about it, and orders by their print number', async () => {
  const store = createMemoryStore()
  await store.addWebhook(webhookOf('a', { url: 'https://till.test/', events: ['order.received'], isPaused: true }))
  await store.ingest([notificationOf('1'), notificationOf('2')])
  const order = { id: '1', print_order_number: 'A-001' }
  const record = await store.find('1')
  if (record) await store.save({ ...record, order })
  const lastTry = { at: 1, status: null, problem: 'not_found', tookMs: 1 } as const
  for (const delivery of await store.latestDeliveries('a', 9))
    await store.saveDelivery({ ...delivery, tries: 3, dueAt: Date.now() + 60_000, lastTry }, 1)
  const list = await openMessages(await openWebhooks({ store }), 'till.test')
  expect(list.getByRole('link', { name: 'A-001' })).toHaveAttribute('href', '/orders/1')
  for (const each of list.getAllByRole('listitem')) {
    expect(each).toHaveTextContent(/Next try: .*3 tries/)
    expect(each).not.toHaveTextContent('could not be found')
  }
  expect(await row('till.test')).toHaveTextContent(
    'Not delivered: the server’s name could not be found. Check the address.',
  )
})

test('says once why messages of one order wait, and calls a test that failed no loss', async () => {
  const store = createMemoryStore()
  await store.addWebhook(webhookOf('a', { url: 'https://till.test/' }))
  await store.ingest([notificationOf('1')])
  const record = await store.find('1')
  if (record) await store.save(record, { events: [{ type: 'order.changed', at: 2000 }] })
  const page = await openWebhooks({ store })
  page.shop.status = 500
  await page.user.click(await button('Send a test to till.test'))
  await screen.findByText(/The test did not arrive: the receiver answers 500/)
  const list = await openMessages(page, 'till.test')
  const [test, changed, received] = await list.findAllByRole('listitem')
  expect(test).toHaveTextContent(/Test.*Not delivered/)
  expect(changed).toHaveTextContent(/Order changed.*Waiting$/)
  expect(received).toHaveTextContent(/Order received.*Waiting$/)
  expect(screen.getAllByText('The messages of one order are sent one after another.')).toHaveLength(1)
  expect(await row('till.test')).not.toHaveTextContent('given up')
})
