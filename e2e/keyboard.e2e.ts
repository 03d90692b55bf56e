import type { Page } from '@playwright/test'
import { expect, seriousViolations, test } from './fixture.ts'
import { scan } from './journey.ts'

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('keydown', ({ timeStamp }) => Object.assign(globalThis, { lastKeyAt: timeStamp }), true)
  })
})

test('opens, accepts, completes and rejects orders without a mouse', async ({ shop, page }) => {
  const first = shop.vendor.placeOrder()
  const second = shop.vendor.placeOrder()
  await shop.open('/')
  await ready(page)
  await expect(page.getByRole('article', { name: second.printNumber })).toBeVisible()

  await press(page, 'j')
  await expect(page.getByRole('article', { name: first.printNumber }).getByRole('link')).toBeFocused()
  await press(page, 'j')
  await expect(page.getByRole('article', { name: second.printNumber }).getByRole('link')).toBeFocused()
  await press(page, 'n')
  await expect(page.getByRole('heading', { name: first.printNumber })).toBeVisible()

  await press(page, 'a')
  const accept = page.getByRole('button', { name: 'Accept order' })
  await expect(accept).toBeFocused()
  expect(first.state, 'a letter answers nothing').toBe('pending')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toBeVisible()
  await press(page, 'm')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  // A letter does not leave a held answer.
  await press(page, 'o')
  await expect(page.getByRole('link', { name: 'Orders' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect.poll(() => first.state, { timeout: 20_000 }).toBe('ready')

  await press(page, 'o')
  await press(page, 'n')
  await expect(page.getByRole('heading', { name: second.printNumber })).toBeVisible()
  await press(page, 'r')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reject order' })
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { checked: true })).toBeFocused()
  while (!(await dialog.getByRole('button', { name: 'Send rejection' }).evaluate(isFocused)))
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => second.state, { timeout: 20_000 }).toBe('rejected')
})

test('lists the shortcuts by their key, and turns them off', { tag: '@long' }, async ({ shop, page }) => {
  await shop.open('/')
  await ready(page)
  await press(page, '/')
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toBeFocused()
  // A field takes letters as text.
  await page.keyboard.type('c?', { delay: 200 })
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toHaveValue('c?')
  await page.keyboard.press('Tab')

  // With Shift held, as people type it.
  await page.keyboard.down('Shift')
  await press(page, '?')
  await page.keyboard.up('Shift')
  const dialog = page.getByRole('dialog', { name: 'Help' })
  await expect(dialog).toContainText('Open the order with the least time left')
  expect(await seriousViolations(page)).toEqual([])
  await dialog.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await press(page, 'c')
  await expect(page).toHaveURL(/\/$/)
  await page.reload()
  await ready(page)
  await press(page, 'c')
  await expect(page).toHaveURL(/\/$/)
  await press(page, '?')
  await dialog.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await press(page, 'c')
  await expect(page).toHaveURL(/\/history$/)
})

test('takes nothing that a scanner types as a shortcut, and presses nothing by its Enter', async ({ shop, page }) => {
  const order = shop.vendor.placeOrder()
  await shop.open(`/orders/${order.id}`)
  await ready(page)
  await press(page, 'a')
  await expect(page.getByRole('button', { name: 'Accept order' })).toBeFocused()
  await scan(page, 'a1234567c')
  await expect(page.getByText(/^No open order .*a1234567c/)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/orders/${order.id}$`))
  expect(order.state).toBe('pending')
})

test('moves the focus of a removed element to its surroundings', { tag: '@long' }, async ({ shop, page }) => {
  const first = shop.vendor.placeOrder()
  const second = shop.vendor.placeOrder()
  await shop.open('/')
  await ready(page)
  const lane = page.getByRole('region', { name: 'New' })
  const card = lane.getByRole('article', { name: first.printNumber })
  await card.getByRole('button', { name: 'Accept order' }).focus()
  await page.keyboard.press('Enter')
  await expect(card).toHaveCount(0)
  await expect(lane).toBeFocused()
  // Focus continues from there, not from the top of the page.
  await page.keyboard.press('Tab')
  await expect(lane.getByRole('article', { name: second.printNumber }).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: second.printNumber })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await page.goto(`${shop.desk.url}/staff`)
  await ready(page)
  await shop.hire({ name: 'Omar', pin: '5823', isManager: false })
  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: 'Remove Omar' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByText('Omar')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('keeps the focus in a list of Manage: on the button after Escape, on the list after a removal', async ({
  shop,
  page,
}) => {
  await shop.open('/api-keys')
  await ready(page)
  const add = page.getByRole('button', { name: 'Add an API key' })
  for (const name of ['Till', 'Lamp']) {
    await add.press('Enter')
    const form = page.getByRole('dialog', { name: 'Add an API key' })
    await form.getByRole('textbox', { name: 'Name' }).fill(name)
    await form.getByRole('checkbox', { name: 'Read orders' }).check()
    await form.getByRole('textbox', { name: 'Name' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).press('Enter')
    await expect(page.getByRole('listitem', { name })).toBeVisible()
    // The button that adds the first one is gone with the empty list.
    await expect(name === 'Till' ? page.getByRole('main') : add).toBeFocused()
  }
  const remove = page.getByRole('button', { name: 'Remove Till' })
  await remove.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Remove Till' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(remove).toBeFocused()
  await remove.press('Enter')
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(remove).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'API keys' })).toBeFocused()
  // Tab goes on from there, not from the top of the page.
  await page.keyboard.press('Tab')
  await expect(add).toBeFocused()
})

test('opens a new screen at its top, and restores the position on the way back', async ({ shop, page }) => {
  const [first, second] = [shop.vendor.placeOrder('large'), shop.vendor.placeOrder('large')]
  for (let each = 0; each < 6; each += 1) shop.vendor.placeOrder()
  await page.setViewportSize({ width: 1280, height: 700 })
  await shop.open(`/orders/${first.id}`)
  await page
    .locator('main')
    .getByText(/^\d+ ×|× \d+$/)
    .last()
    .scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { name: first.printNumber })).not.toBeInViewport()
  await page.getByRole('article', { name: second.printNumber }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: second.printNumber })).toBeInViewport()

  await page.setViewportSize({ width: 390, height: 700 })
  await page.getByRole('link', { name: 'Orders' }).click()
  const low = page.getByRole('article', { name: second.printNumber }).getByRole('link')
  await low.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, 900))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await page.locator('article a').filter({ visible: true }).nth(4).press('Enter')
  await expect(page.getByRole('button', { name: 'Accept order' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(low).toBeAttached()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
})

test('moves to the content by “Skip to the content”, and keeps the address', async ({ shop, page }) => {
  await shop.open('/orders/1#ABCD')
  await ready(page)
  await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL(/#ABCD$/)
})

/** Waits for the shortcuts, which are loaded late, together with the live region of screen readers. */
const ready = (page: Page) => expect(page.locator('.sr-only[aria-live=polite]')).toBeAttached()

/** Presses a single key as a person does, with a distance to other keys. Its effect has begun then. */
async function press(page: Page, key: string): Promise<void> {
  await alone(page)
  await page.keyboard.press(key)
  await alone(page)
}

/** Waits until no key was pressed for longer than the 150 ms that isolate a single key. */
async function alone(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { lastKeyAt = -Infinity } = globalThis as { lastKeyAt?: number } // As recorded before each test.
    return performance.now() - lastKeyAt > 200
  })
}

const isFocused = (element: Element): boolean => element === document.activeElement

test('focuses the order’s card on the way back, on a wide screen and on a phone', async ({ shop, page }) => {
  const [, order] = [shop.vendor.placeOrder(), shop.vendor.placeOrder(), shop.vendor.placeOrder()]
  await shop.open('/')
  await ready(page)
  const link = page.getByRole('article', { name: order.printNumber }).getByRole('link')
  for (const width of [1280, 1280, 390, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await link.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: order.printNumber })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL(`${shop.desk.url}/`)
    await expect(link).toBeFocused()
  }
})
