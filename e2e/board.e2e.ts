import type { Locator } from '@playwright/test'
import { expect, seriousViolations, test } from './fixture.ts'

test('shows a new order on the board and accepts it on its card', async ({ shop, page }) => {
  await shop.open('/')
  await expect(page.getByRole('region', { name: 'New' })).toContainText('No orders waiting')
  const order = shop.vendor.placeOrder()
  const card = page.getByRole('region', { name: 'New' }).getByRole('article', { name: order.printNumber })
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Accept order' }).click()
  await expect(
    page.getByRole('region', { name: 'In progress' }).getByRole('article', { name: order.printNumber }),
  ).toBeVisible()
  expect(order.state).toBe('preparing')
  expect(await seriousViolations(page)).toEqual([])
})

test('shows an order before the vendor can be asked for it', { tag: '@long' }, async ({ shop, page }) => {
  await shop.open('/')
  shop.vendor.faults.add({ kind: 'hang', on: 'getOrder', times: 100 })
  const order = shop.vendor.placeOrder()
  await expect(page.getByRole('article', { name: order.id })).toBeVisible()
  shop.vendor.faults.clear()
  await expect(page.getByRole('article', { name: order.printNumber })).toBeVisible({ timeout: 20_000 })
})

test(
  'finds an order by any of its numbers, and opens an unknown one by its id',
  { tag: '@long' },
  async ({ shop, page }) => {
    const known = shop.vendor.placeOrder()
    shop.vendor.webhookHabits.times = 0
    const unknown = shop.vendor.placeOrder()
    await shop.open('/')
    const find = page.getByRole('searchbox', { name: 'Search orders' })
    await find.fill(known.printNumber)
    await expect(page.getByRole('article')).toHaveCount(1)
    await find.fill(unknown.id)
    await page.getByRole('button', { name: `Look up ${unknown.id} in the service` }).click()
    await expect(page.getByRole('heading', { name: unknown.printNumber })).toBeVisible()
  },
)

test('shows the board beside an order opened from it at once', async ({ shop, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const orders = [shop.vendor.placeOrder(), shop.vendor.placeOrder()]
  await shop.open('/')
  await expect(page.getByRole('article')).toHaveCount(2)
  await page
    .getByRole('article', { name: orders[0]?.printNumber ?? '' })
    .getByRole('link')
    .click()
  await expect(page.getByRole('heading', { level: 1, name: orders[0]?.printNumber ?? '' })).toBeVisible()
  // Content that an order's address loads later is there before any such content.
  await expect(page.getByRole('article')).toHaveCount(2, { timeout: 1000 })
})

test('shows that an order in preparation was cancelled until it was seen', { tag: '@long' }, async ({ shop, page }) => {
  await shop.open('/')
  const order = shop.vendor.placeOrder()
  await page.getByRole('article', { name: order.printNumber }).getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByRole('region', { name: 'In progress' }).getByRole('article')).toHaveCount(1)
  shop.vendor.orders.move(order, 'cancelled')
  const dialog = page.getByRole('dialog', { name: 'Stop: order cancelled' })
  await expect(dialog).toContainText(order.printNumber, { timeout: 45_000 })
  await dialog.getByRole('button', { name: 'Got it' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('article', { name: order.printNumber })).toBeVisible()
})

test('aligns the cards of all columns on a wide screen below fixed headings, in each language', async ({
  shop,
  page,
}) => {
  const orders = Array.from({ length: 8 }, () => shop.vendor.placeOrder())
  for (const [index, state] of (['preparing', 'ready'] as const).entries())
    if (orders[index]) shop.vendor.orders.move(orders[index], state)
  await page.setViewportSize({ width: 1024, height: 768 })
  await shop.open('/')
  for (const language of ['en', 'ar', 'fr']) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await shop.open('/')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('article')).toHaveCount(8)
    const names = page.getByRole('region').getByRole('heading', { level: 2 })
    const tops = await names.evaluateAll((all) =>
      all.map((name) => Math.round(name.nextElementSibling?.getBoundingClientRect().top ?? 0)),
    )
    expect(tops).toHaveLength(3)
    expect(new Set(tops).size, `${language}: ${tops.join(' ')}`).toBe(1)
    await page.getByRole('article').last().scrollIntoViewIfNeeded()
    await expect(names.first()).toBeInViewport({ ratio: 1 })
  }
})

test('opens an order beside the board on a wide screen, whose cards are links only', async ({ shop, page }) => {
  const first = shop.vendor.placeOrder()
  const second = shop.vendor.placeOrder()
  await shop.open(`/orders/${first.id}`)
  const beside = page.getByRole('region', { name: 'New' })
  await expect(beside.getByRole('article')).toHaveCount(2)
  await expect(beside.getByRole('button')).toHaveCount(0)
  await beside.getByRole('article', { name: second.printNumber }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: second.printNumber })).toBeVisible()
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(
    page.getByRole('region', { name: 'In progress' }).getByRole('article', { name: second.printNumber }),
  ).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
})

test('shows the first line of an order above its buttons on a phone, even while it rings', async ({ shop, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const order = shop.vendor.placeOrder('large')
  shop.vendor.placeOrder()
  await shop.open(`/orders/${order.id}`)
  await expect(page.getByRole('button', { name: 'Silence' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on sound' })).toBeVisible()
  const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN
  const lineHeight = 48
  const firstLine = await topOf(page.getByRole('region', { name: /items/ }).getByRole('listitem').first())
  expect(firstLine + lineHeight).toBeLessThan(await topOf(page.getByRole('button', { name: 'Reject order' })))
  expect(await seriousViolations(page)).toEqual([])
})

test('restores the column of the board and the list of closed orders on the way back', async ({ shop, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await shop.open('/')
  const chosen = page.getByRole('button', { name: 'Ready' })
  await chosen.click()
  const order = shop.vendor.placeOrder()
  await page.getByRole('link', { name: order.printNumber }).click()
  await expect(page).toHaveURL(/\/orders\//)
  await page.goBack()
  await expect(chosen).toHaveAttribute('aria-pressed', 'true')

  order.state = 'cancelled'
  await page.goto(new URL('/history', page.url()).href)
  const search = page.getByRole('searchbox', { name: 'Search closed orders' })
  await search.fill(order.printNumber)
  await expect(page).toHaveURL(/\/history\?q=/)
  await page.getByRole('link', { name: order.printNumber }).click()
  await expect(page).toHaveURL(/\/orders\//)
  await page.goBack()
  await expect(search).toHaveValue(order.printNumber)
})

test(
  'shows other tablets who is rejecting an order until the dialog is closed',
  { tag: '@long' },
  async ({ shop, page, browser }) => {
    const order = shop.vendor.placeOrder()
    await shop.open(`/orders/${order.id}`)
    const { code } = JSON.parse(shop.command(['enrol', '--json'])) as { readonly code: string }
    const visitor = await browser.newContext()
    const data = { code, device_name: 'Door' }
    await visitor.request.post(`${shop.desk.url}/api/desk/enrolment`, { headers: { Origin: shop.desk.url }, data })
    const other = await visitor.newPage()
    await other.goto(shop.desk.url)
    const card = other.getByRole('article', { name: order.printNumber })
    await expect(card).toBeVisible()
    await page.getByRole('button', { name: 'Reject order' }).click()
    await expect(card).toContainText('Sara is answering (Counter)')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(card).not.toContainText('is answering')
    await visitor.close()
  },
)

test('keeps the countdown of a card right while it is scrolled out of view', async ({ shop, page }) => {
  const placedAt = Date.now()
  for (let order = 0; order < 12; order += 1) shop.vendor.placeOrder()
  await shop.open('/')
  const cards = page.getByRole('region', { name: 'New' }).getByRole('article')
  await expect(cards).toHaveCount(12)
  /** By how many seconds a card is wrong. */
  const wrong = async (card: Locator) => {
    const [, minutes, seconds] = /(\d):(\d\d)/.exec((await card.textContent()) ?? '') ?? []
    return Math.abs(Number(minutes) * 60 + Number(seconds) - (300 - (Date.now() - placedAt) / 1000))
  }
  await expect(cards.first()).toContainText('4:4', { timeout: 30_000 })
  expect(await wrong(cards.first())).toBeLessThan(4)
  expect(await wrong(cards.last())).toBeLessThan(14)
  await cards.last().scrollIntoViewIfNeeded()
  await expect.poll(() => wrong(cards.last()), { timeout: 3000 }).toBeLessThan(4)
  // Each second now, no longer every ten.
  for (let ticks = 0; ticks < 3; ticks += 1) {
    const [before = ''] = /\d:\d\d/.exec((await cards.last().textContent()) ?? '') ?? []
    await expect(cards.last()).not.toContainText(before, { timeout: 3000 })
  }
})

test(
  'uses the whole width of a large screen, and shows waiting orders in two columns',
  { tag: '@long' },
  async ({ shop, page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    const boxOf = async ({ printNumber }: { readonly printNumber: string }) => {
      const box = await page.getByRole('article', { name: printNumber }).boundingBox()
      if (!box) throw new Error(`${printNumber} is not in sight.`)
      return box
    }
    const placed = async () => {
      const order = shop.vendor.placeOrder()
      await expect(page.getByRole('article', { name: order.printNumber })).toBeVisible()
      return order
    }
    await shop.open('/')
    const [first, second] = [await placed(), await placed()]
    const ready = page.getByRole('region', { name: 'Ready' })
    const last = await ready.boundingBox()
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeGreaterThan(1880)
    const [before, beside] = [await boxOf(first), await boxOf(second)]
    expect(beside.y).toBe(before.y)
    expect(beside.x).toBeGreaterThan(before.x)
    // The other columns have content too now; a scroll bar is hidden here.
    for (const state of ['contact', 'preparing', 'ready'] as const) {
      const order = await placed()
      shop.vendor.orders.move(order, state)
    }
    const timeouts = { timeout: 20_000 }
    await expect(page.getByRole('region', { name: 'In progress' }).getByRole('article')).toHaveCount(2, timeouts)
    await expect(ready.getByRole('article')).toHaveCount(1, timeouts)
    expect((await boxOf(second)).y).toBe((await boxOf(first)).y)
    const lane = await page.getByRole('region', { name: 'New' }).boundingBox()
    expect(lane?.width).toBeGreaterThan(41 * 16 + 20)
  },
)

test('moves no button when orders are seen, one is marked as ready, or the network fails', async ({ shop, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const [first, ...others] = [shop.vendor.placeOrder(), shop.vendor.placeOrder(), shop.vendor.placeOrder()]
  // A column that becomes empty gives its room to the others, so another order stays in this one.
  shop.vendor.orders.move(shop.vendor.placeOrder(), 'ready')
  await shop.open('/')
  const card = (number: string) => page.getByRole('article', { name: number })
  await card(first.printNumber).getByRole('button', { name: 'Accept order' }).click()
  await card(first.printNumber).getByRole('button', { name: 'Mark as ready' }).click()
  await expect(page.getByRole('region', { name: 'Ready' }).getByRole('article')).toHaveCount(2, { timeout: 15_000 })
  const places = async () => {
    const boxes = others.map(({ printNumber }) =>
      card(printNumber).getByRole('button', { name: 'Accept order' }).boundingBox(),
    )
    return (await Promise.all(boxes)).map((box) => box && [box.x, box.y, box.width].map(Math.round))
  }
  await expect(page.getByRole('link', { name: 'Orders' })).toHaveAccessibleDescription('2 orders wait for an answer')
  const before = await places()

  await page.getByRole('button', { name: 'Silence' }).click()
  await expect(page.getByRole('button', { name: 'Silence' })).toBeHidden()
  expect(await places()).toEqual(before)

  await card(first.printNumber).getByRole('button', { name: 'Hand over' }).waitFor()
  shop.vendor.orders.move(first, 'completed')
  await expect(async () => {
    await page.request.get(`${shop.desk.url}/api/developer/v1/orders/${first.id}`)
    await expect(page.getByRole('region', { name: 'Ready' }).getByRole('article')).toHaveCount(1, { timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  expect(await places()).toEqual(before)

  await shop.desk.kill()
  await expect(page.getByText(/^No connection since/)).toBeVisible({ timeout: 30_000 })
  expect(await places()).toEqual(before)
})
