import { expect, test } from './fixture.ts'
import { drawingAddress, hostileDrawing, turnHostile } from './hostile-vendor.ts'

test('renders the vendor’s texts and addresses as text only', async ({ shop, page, context }) => {
  test.setTimeout(120_000)
  turnHostile(shop.vendor)
  const peerChanges = new Set<string>()
  context.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== shop.desk.url) peerChanges.add(request.url())
  })
  await context.route(drawingAddress, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: hostileDrawing,
      headers: { 'Access-Control-Allow-Origin': '*' },
    }),
  )
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })

  const look = async () => {
    // The menu is there before any content of the vendor.
    await expect(page.locator('a[href]').first()).toBeAttached()
    const seen = await page.evaluate(() => ({
      isHacked: 'hacked' in globalThis,
      links: [...document.links].map(({ protocol, origin }) => `${protocol} ${origin}`),
      frames: document.querySelectorAll('iframe, object, embed, base, form[action]').length,
      handlers: document.querySelectorAll('[onerror], [onload], [onclick]').length,
      tooWide: document.documentElement.scrollWidth > innerWidth,
    }))
    expect(new Set(seen.links)).toEqual(new Set([`http: ${shop.desk.url}`]))
    expect(seen).toMatchObject({ isHacked: false, frames: 0, handlers: 0, tooWide: false })
  }

  const order = shop.vendor.placeOrder('large')
  for (const address of [
    '/',
    `/orders/${order.id}`,
    '/catalog/items',
    '/catalog/categories',
    '/catalog/brands',
    '/catalog/attributes',
  ]) {
    await shop.open(address)
    await expect(page.getByText(/hacked|evil|gnp\.exe|xxxx|كلمة/).first()).toBeVisible()
    await look()
  }
  await page.getByRole('link', { name: 'Catalog' }).click()
  await page.getByRole('button', { name: 'Pictures' }).click()
  await look()
  await page.locator('[data-row]').first().click()
  await expect(page.getByRole('heading', { name: 'Belongs to' })).toBeVisible()
  await look()

  await shop.open(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Reject order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject order' })
  await dialog.getByRole('radio').first().check()
  await expect(dialog).toContainText('hacked')
  await look()
  await page.setViewportSize({ width: 390, height: 844 })
  await look()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await look()

  // The service's text of a refusal is shown too.
  shop.vendor.orders.move(order, 'rejected')
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await look()
  await shop.open('/log')
  await look()
  expect([...peerChanges]).toEqual([drawingAddress])
  expect(dialogs).toBe(0)
})
