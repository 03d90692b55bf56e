import type { Page } from '@playwright/test'
import { expect, sara, test } from './fixture.ts'
import { createWrongClock } from './wrong-clock.ts'

// How many presses a task costs, from the board to its end. Typing a PIN counts as none.

/** Counts the presses on a page from now on, over all of its addresses. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = { presses: 0 }
    Object.assign(globalThis, { counted })
    addEventListener('pointerdown', () => (counted.presses += 1), true)
  })
  return () => page.evaluate(() => (globalThis as unknown as { counted: { presses: number } }).counted.presses)
}

test('rejects two missing items of an order on the board by five presses', async ({ shop, page }) => {
  const order = shop.vendor.placeOrder('large')
  await shop.open('/')
  const presses = await countPresses(page)
  await page.getByRole('article', { name: order.printNumber }).getByRole('button', { name: 'Reject order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject order' })
  await dialog.getByRole('radio', { name: 'Some items are not available' }).check()
  for (const index of [0, 1]) await dialog.getByRole('checkbox').nth(index).check()
  await dialog.getByRole('button', { name: 'Send rejection' }).click()
  expect(await presses()).toBe(5)
  await expect(page.getByRole('status').filter({ hasText: 'In progress' })).toBeVisible({ timeout: 15_000 })
  const sent = shop.vendor.requests.find(({ path }) => path.endsWith('/reject'))
  const missing = order.lines.slice(0, 2).map(({ id }) => ({ id: Number(id) }))
  expect(JSON.parse(sent?.body ?? '')).toEqual({ cancel_reason_id: 1, items: missing })
})

test('accepts an order and marks it as ready by one press each', async ({ shop, page }) => {
  const order = shop.vendor.placeOrder()
  await shop.open('/')
  const card = page.getByRole('article', { name: order.printNumber })
  const presses = await countPresses(page)
  await card.getByRole('button', { name: 'Accept order' }).click()
  await expect.poll(() => order.state).toBe('preparing')
  expect(await presses()).toBe(1)
  await card.getByRole('button', { name: 'Mark as ready' }).click()
  await expect.poll(() => order.state, { timeout: 15_000 }).toBe('ready')
  expect(await presses()).toBe(2)
})

test('switches the person by two presses and a PIN, and stays on the order', async ({ shop, page }) => {
  await shop.hire({ name: 'Omar', pin: '5678', isManager: false })
  const order = shop.vendor.placeOrder()
  await shop.open(`/orders/${order.id}`)
  await expect(page.getByRole('button', { name: 'Accept order' })).toBeVisible()
  const presses = await countPresses(page)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Omar' }).click()
  await expect(page.getByRole('textbox', { name: 'PIN' })).toBeFocused()
  await page.keyboard.type('5678')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner')).toContainText('Omar')
  expect(await presses()).toBe(2)
  await expect(page.getByRole('heading', { level: 1, name: order.printNumber })).toBeVisible()
  await expect(page.getByRole('banner')).not.toContainText(sara.name)
})

test.describe('a day later', () => {
  const clock = createWrongClock(-24 * 60 * 60 * 1000)
  test.use({ settings: clock.environment })
  test.afterAll(() => clock.remove())

  test('finds yesterday’s order by three presses', async ({ shop, page }) => {
    const order = shop.vendor.placeOrder()
    await shop.open('/')
    await expect(page.getByRole('article', { name: order.printNumber })).toBeVisible()
    shop.vendor.orders.move(order, 'completed')
    await expect(page.getByRole('article')).toHaveCount(0, { timeout: 40_000 })
    clock.set(0, undefined)
    await shop.restart()
    await page.reload()
    await expect(page.getByText('No orders waiting')).toBeVisible()
    const presses = await countPresses(page)
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Yesterday' }).click()
    await page.getByRole('link', { name: order.printNumber }).click()
    await expect(page.getByRole('heading', { level: 1, name: order.printNumber })).toBeVisible()
    expect(await presses()).toBe(3)
  })
})
