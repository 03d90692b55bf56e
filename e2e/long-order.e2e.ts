import { expect, test } from './fixture.ts'

test('skips the layout of lines out of view, but reads them aloud and prints them', async ({ shop, page }) => {
  const order = shop.vendor.placeOrder('large')
  const count = order.lines.length
  await page.setViewportSize({ width: 390, height: 844 })
  await shop.open(`/orders/${order.id}`)
  const lines = page.getByRole('region', { name: /items?/ }).locator('> ul > li')
  await expect(lines).toHaveCount(count)
  const laidOut = () =>
    lines.evaluateAll(
      (all) => all.filter((line) => line.querySelector('p')?.checkVisibility({ contentVisibilityAuto: true })).length,
    )
  expect(await laidOut()).toBeGreaterThan(2)
  expect(await laidOut()).toBeLessThan(count / 2)

  const last = await lines.last().getByRole('paragraph').first().innerText()
  const session = await page.context().newCDPSession(page)
  const { root } = await session.send('DOM.getDocument')
  const { nodes } = await session.send('Accessibility.queryAXTree', { nodeId: root.nodeId, accessibleName: last })
  expect(nodes).not.toEqual([])
  // Content that scrolls near is laid out then, and may be longer than estimated.
  await expect(async () => {
    await lines.last().scrollIntoViewIfNeeded()
    await expect(lines.last()).toBeInViewport({ timeout: 1000 })
  }).toPass()

  await page.emulateMedia({ media: 'print' })
  expect(await laidOut()).toBe(count)
})
