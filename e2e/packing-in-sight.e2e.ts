import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { catalogGathered } from './journey.ts'

type Shop = Parameters<Parameters<typeof test>[2]>[0]['shop']

/** Opens an order in preparation with 40 plain lines, all of which are in the catalog, two at another price. */
async function openLarge(shop: Shop, page: Page) {
  const items = shop.vendor.placeOrder('large').lines.map(({ item }) => item)
  const lines = [...items, ...items, ...items, ...items].slice(0, 40).map((item, index) => ({
    item: index % 20 === 1 ? { ...item, price: item.price + 1000 } : item,
    quantity: 1,
    customizations: null,
  }))
  const order = shop.vendor.placeOrder('ordinary', { lines })
  shop.vendor.orders.move(order, 'preparing')
  await shop.open('/catalog/items')
  await catalogGathered(page, shop.desk.url)
  await shop.open(`/orders/${order.id}`)
  await expect(page.getByRole('link', { name: /n the catalog/ }).first()).toBeVisible()
  // The content above and below is loaded last.
  await expect(page.getByRole('button', { name: 'Turn on sound' })).toBeVisible()
  return order
}

/** The number of fully visible lines between the count above them and the bar below. */
const linesInSight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    const [top = 0, bottom = 0] = [edge('.pick-progress')?.bottom, edge('.answer-bar')?.top]
    const lines = [...document.querySelectorAll('.order-line')].map((line) => line.getBoundingClientRect())
    return lines.filter((line) => line.top >= top && line.bottom <= bottom).length
  })

/** Targets of the lines that are too small for a thumb or too close to others. */
const crowded = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isInSight = ({ top, bottom }: DOMRect) => bottom > 0 && top < innerHeight
    const targets = [...document.querySelectorAll('.order-line :is(a, button)')]
      .map((each) => ({ name: each.ariaLabel ?? each.textContent, box: each.getBoundingClientRect() }))
      .filter(({ box }) => isInSight(box))
    const small = targets.filter(({ box }) => Math.min(box.width, box.height) < 48)
    const near = targets.filter(({ box }, index) =>
      targets
        .slice(index + 1)
        .some(
          ({ box: other }) =>
            Math.max(other.left - box.right, box.left - other.right) < 8 &&
            Math.max(other.top - box.bottom, box.top - other.bottom) < 8,
        ),
    )
    return [...small.map(({ name }) => `small: ${name}`), ...near.map(({ name }) => `near another: ${name}`)]
  })

/** Whether nothing covers it at its upper and lower edges. */
function isUncovered(element: Element): boolean {
  const { x, width, top, bottom } = element.getBoundingClientRect()
  return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(x + width / 2, y)))
}

test('shows some lines of a large order and their number while it is packed, and moves none on a tick', async ({
  shop,
  page,
}) => {
  await openLarge(shop, page)
  const ticks = page.getByRole('checkbox', { name: /^Picked: / })
  for (const { width, height, lines } of [
    { width: 1280, height: 800, lines: 4 },
    { width: 800, height: 1280, lines: 8 },
    { width: 390, height: 844, lines: 2 },
  ]) {
    await page.setViewportSize({ width, height })
    // Content that scrolls near is laid out then, and its height may change.
    await expect(async () => {
      await ticks.nth(20).evaluate((tick) => tick.closest('li')?.scrollIntoView({ block: 'start' }))
      expect(await ticks.nth(20).evaluate(isUncovered)).toBe(true)
      expect(await linesInSight(page), `${width} wide`).toBeGreaterThanOrEqual(lines)
    }).toPass()
    expect(await page.getByText('0 of 40 picked').evaluate(isUncovered)).toBe(true)
    expect(await crowded(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }

  await page.setViewportSize({ width: 1280, height: 800 })
  // Scrolls as a click does, so that the click itself moves nothing.
  await ticks.nth(1).hover()
  const below = async () => (await ticks.nth(3).boundingBox())?.y
  let before: number | undefined
  // A new size of the window is laid out over several frames.
  await expect(async () => {
    before = await below()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(await below()).toBe(before)
  }).toPass()
  await ticks.nth(1).click()
  await expect(ticks.nth(1)).toBeChecked()
  await expect(page.getByText(/^Picked · Sara/)).toBeVisible()
  expect(await below()).toBe(before)
})

test('covers nothing of the bar by the result of a scan, however high that grows', async ({ shop, page }) => {
  await openLarge(shop, page)
  const said = page.getByRole('alert').filter({ hasText: 'Not in this order' })
  const bar = page.getByRole('region', { name: 'Answer this order' })
  const top = async () => (await bar.boundingBox())?.y ?? Number.NaN
  await page
    .getByRole('button', { name: /^Not found: / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: '1 not found: ask the customer' })).toBeVisible()
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    // Real keys may arrive late on a busy machine, and would then press the focused element.
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await expect(async () => {
      await page.keyboard.type('99999999')
      await page.keyboard.press('Enter')
      await expect(said).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(page.getByText('39 lines are not ticked.')).toBeVisible()
    // A press right after another one may count as the second half of a double click.
    await expect(async () => {
      await page.getByRole('button', { name: 'Mark as ready' }).click({ timeout: 1000 })
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect
      .poll(() => said.evaluate((each) => each.getBoundingClientRect().bottom))
      .toBeLessThanOrEqual(await top())
    await page.getByRole('button', { name: 'Undo' }).click()
  }
})
