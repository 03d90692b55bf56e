import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'

/** Keeps the ticket on the page, as if the printer were slow, so that it can be measured. */
async function withSlowPrinter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Creating a PDF would also end it.
    addEventListener('afterprint', (event) => event.stopImmediatePropagation())
    globalThis.print = () => document.documentElement.setAttribute('data-printing', '')
  })
}

/** The size of each printed page, in mm. */
async function pagesOf(page: Page): Promise<readonly (readonly [width: number, height: number])[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Math.round((Number(width) / 72) * 25.4),
    Math.round((Number(height) / 72) * 25.4),
  ])
}

async function printTicket(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Print ticket' }).click()
  await page.locator('html[data-printing]').waitFor()
  await page.emulateMedia({ media: 'print' })
  return page.locator('body').innerText()
}

test('prints a ticket alone on one page, as wide as the roll and as long as the order', async ({ shop, page }) => {
  await withSlowPrinter(page)
  const order = shop.vendor.placeOrder()
  await shop.open(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Accept order' }).click()
  await page.getByRole('button', { name: 'Mark as ready' }).click()
  await expect(page.getByText('Pickup code')).toBeVisible({ timeout: 30_000 })
  const text = await printTicket(page)
  expect(text).toContain(order.printNumber)
  expect(text).toContain(order.customer.name)
  expect(text).not.toContain('Mark as ready')
  expect(text).not.toContain(order.pickupOtp)
  const pages = await pagesOf(page)
  expect(pages).toHaveLength(1)
  expect(pages[0]?.[0]).toBe(80)
  const height = await page.locator('.ticket').evaluate((ticket) => (ticket.clientHeight / 96) * 25.4)
  expect(pages[0]?.[1]).toBeGreaterThan(height)
  expect(pages[0]?.[1]).toBeLessThan(height + 20)
})

test('prints each bag on a page of its own without overflow, on each paper', async ({ shop, page }) => {
  await withSlowPrinter(page)
  const order = shop.vendor.placeOrder()
  for (const [choice, width] of [
    ['Roll, 58 mm', 58],
    ['Sheets, A4', 210],
  ] as const) {
    await page.emulateMedia({ media: 'screen' })
    await shop.open('/settings')
    await page.getByRole('radio', { name: choice }).check()
    await shop.open(`/orders/${order.id}`)
    await page.getByRole('combobox', { name: 'Bags' }).selectOption('2')
    expect(await printTicket(page)).toContain('Bag 2 of 2')
    const pages = await pagesOf(page)
    expect(pages.map(([each]) => each)).toEqual([width, width])
    const overhang = await page
      .locator('.ticket')
      .evaluateAll((tickets) => Math.max(...tickets.map((ticket) => ticket.scrollWidth - ticket.clientWidth)))
    expect(overhang, choice).toBeLessThanOrEqual(0)
  }
})

test('prints the order’s number and the page number on every sheet', { tag: '@long' }, async ({ shop, page }) => {
  await withSlowPrinter(page)
  const order = shop.vendor.placeOrder('large')
  await shop.open('/settings')
  await page.getByRole('radio', { name: 'Sheets, A4' }).check()
  await shop.open(`/orders/${order.id}`)
  await printTicket(page)
  expect((await pagesOf(page)).length).toBeGreaterThan(1)
  // Browsers repeat a table's head on each sheet.
  const head = page.locator('.ticket > :first-child')
  await expect(head).toHaveText(order.printNumber)
  await expect(head).toHaveCSS('display', 'table-header-group')
  await expect(page.locator('.ticket')).toHaveCSS('display', 'table')
  const rules = await page.evaluate(() =>
    document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]).map(({ cssText }) => cssText),
  )
  expect(rules.join('')).toMatch(/@bottom-center \{ content: "Page " counter\(page\) " of " counter\(pages\)/)
})

test('prints all of sixty lines with endless names, in Arabic too', async ({ shop, page }) => {
  await withSlowPrinter(page)
  const order = shop.vendor.placeOrder('large')
  await shop.open('/settings')
  await page.getByRole('radio', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await shop.open(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'طباعة التذكرة' }).click()
  await page.locator('html[data-printing]').waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const ticket = page.locator('.ticket')
  await expect(ticket).toHaveCSS('direction', 'rtl')
  await expect(ticket).toHaveCSS('color', 'rgb(0, 0, 0)')
  expect(await page.locator('.ticket-line').count()).toBe(order.lines.length)
  expect(await ticket.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
  // No line is cut in two, and no two overlap.
  const gaps = await page.locator('.ticket-line').evaluateAll((lines) =>
    lines.slice(1).map((line, index) => {
      const { bottom = 0 } = lines[index]?.getBoundingClientRect() ?? {}
      return line.getBoundingClientRect().top - bottom
    }),
  )
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(-0.5)
  const pages = await pagesOf(page)
  expect(pages.every(([width, height]) => width === 80 && height <= 1000)).toBe(true)
})
