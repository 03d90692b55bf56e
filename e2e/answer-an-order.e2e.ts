import { expect, seriousViolations, test } from './fixture.ts'

test('accepts an order with one press', { tag: '@long' }, async ({ shop, page }) => {
  await shop.open('/')
  const order = shop.vendor.placeOrder()
  await page.getByRole('region', { name: 'New' }).getByRole('link', { name: order.printNumber }).click()
  await expect(page.getByRole('heading', { name: order.printNumber })).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toContainText('Being prepared')
  await expect(page.getByRole('button', { name: 'Mark as ready' })).toBeEnabled()
  const posts = shop.vendor.requests.filter(({ method }) => method === 'POST')
  expect(posts).toHaveLength(1)
  expect(posts[0]?.body).toBe('')
  expect(Object.keys(posts[0]?.headers ?? {}).toSorted()).toEqual([
    'accept',
    'authorization',
    'connection',
    'content-length',
    'host',
  ])
})

test('holds “ready” for five seconds and can undo it', async ({ shop, page }) => {
  const order = shop.vendor.placeOrder()
  shop.vendor.orders.move(order, 'preparing')
  await shop.open(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Mark as ready' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Marking as ready in' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Mark as ready' })).toBeEnabled()
  expect(order.state).toBe('preparing')
  await page.getByRole('button', { name: 'Mark as ready' }).click()
  await expect(page.getByText('Pickup code').first()).toBeVisible({ timeout: 15_000 })
  expect(order.state).toBe('ready')
})

test('cancels a held action when the screen is left, and says so', { tag: '@long' }, async ({ shop, page }) => {
  const order = shop.vendor.placeOrder()
  shop.vendor.orders.move(order, 'preparing')
  await page.clock.install()
  await shop.open(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Mark as ready' }).click()
  await page.getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByText(`Not sent: you left order ${order.printNumber}`)).toBeVisible()
  await page.clock.fastForward(6000)
  // Longer than an action is held; anything sent by then would precede another order's accept.
  const other = shop.vendor.placeOrder()
  await page.getByRole('article', { name: other.printNumber }).getByRole('button', { name: 'Accept order' }).click()
  await expect.poll(() => other.state).toBe('preparing')
  expect(order.state).toBe('preparing')
})

test('rejects missing items, asks the customer, and sends integers', { tag: '@long' }, async ({ shop, page }) => {
  const order = shop.vendor.placeOrder('large')
  await shop.open(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Reject order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject order' })
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Send rejection' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose a reason.')
  await dialog.getByRole('radio', { name: 'Some items are not available' }).check()
  await expect(dialog.getByText('Which items are missing?')).toBeVisible()
  await dialog.getByRole('checkbox').first().check()
  expect(await seriousViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send rejection' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'In progress' })).toBeVisible({
    timeout: 15_000,
  })
  const sent = shop.vendor.requests.find(({ path }) => path.endsWith('/reject'))
  expect(sent?.body).toBe(`{"cancel_reason_id":1,"items":[{"id":${order.lines[0]?.id}}]}`)
})

test('offers own reasons if the service’s cannot be read', { tag: '@long' }, async ({ shop, page }) => {
  const order = shop.vendor.placeOrder()
  await shop.open(`/orders/${order.id}`)
  shop.vendor.faults.add({ kind: 'error', on: 'listCancelReasons', times: 50 })
  await page.getByRole('button', { name: 'Reject order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject order' })
  await dialog.getByRole('button', { name: 'Reject without the list' }).click()
  await dialog.getByRole('radio', { name: 'Too busy' }).check()
  await dialog.getByRole('textbox').fill('The oven is broken')
  await dialog.getByRole('button', { name: 'Send rejection' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Status: Rejected' })).toBeVisible({
    timeout: 15_000,
  })
  const sent = shop.vendor.requests.find(({ path }) => path.endsWith('/reject'))
  expect(sent?.body).toBe('{"reason_code":"TOO_BUSY","reason_text":"The oven is broken"}')
})

test(
  'offers to send the reason alone if the service refuses it with a text',
  { tag: '@long' },
  async ({ shop, page }) => {
    shop.vendor.rejectionHabits.refusesTextBesideReason = true
    const order = shop.vendor.placeOrder()
    await shop.open(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Reject order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject order' })
    await dialog.getByRole('radio', { name: 'Another reason' }).check()
    await dialog.getByRole('textbox', { name: 'In your own words (optional)' }).fill('The oven is broken')
    expect(await seriousViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Send rejection' }).click()
    await expect(page.getByRole('alert')).toContainText('Invalid rejection reason provided', { timeout: 15_000 })
    await page.getByRole('button', { name: 'Send without the text' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Status: Rejected' })).toBeVisible({
      timeout: 15_000,
    })
    const sent = shop.vendor.requests.filter(({ path }) => path.endsWith('/reject')).map(({ body }) => body)
    expect(sent).toEqual(['{"cancel_reason_id":7,"reason_text":"The oven is broken"}', '{"cancel_reason_id":7}'])
  },
)

test('shows the vendor’s state after an answer was lost', async ({ shop, page }) => {
  const order = shop.vendor.placeOrder()
  await shop.open(`/orders/${order.id}`)
  shop.vendor.faults.add({ kind: 'drop-late', on: 'acceptOrder' })
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toBeVisible({ timeout: 20_000 })
  expect(shop.vendor.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
