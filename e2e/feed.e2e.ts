import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { feedFaults } from '#testing/broken-feed.ts'
import { expect, test } from './fixture.ts'
import { openBrokenLine, reaches } from './torture/broken-line.ts'
import { newTablet } from './tablet.ts'
import { openBoard, suffer } from './torture/suffer.ts'

test('shows an order within 30 s of the end of any fault of the feed', async ({ shop, browser }) => {
  test.setTimeout(120_000)
  const cookies = await shop.admit(feedFaults.length)
  const notified = feedFaults.map(async (fault, index) => {
    const line = await openBrokenLine(shop.desk.url)
    const tablet = await openBoard(await newTablet(browser, line.url, cookies[index] ?? ''), line)
    const reach = reaches[index % reaches.length] ?? 'feed'
    const tookMs = await suffer(tablet, { fault, reach, ms: 3000 }, () => shop.vendor.placeOrder())
    await tablet.page.context().close()
    await line.stop()
    return tookMs
  })
  const failed = (await Promise.allSettled(notified)).flatMap((each) =>
    each.status === 'rejected' ? [String(each.reason)] : [],
  )
  expect(failed).toEqual([])
})

test('shows within 25 s on every page that the server hangs, and that it is back', async ({ shop, context, page }) => {
  const pages = [page, await context.newPage(), await context.newPage()]
  for (const each of pages) {
    await each.goto(shop.desk.url)
    await expect(each.getByText('Live', { exact: true })).toBeVisible()
  }
  // The live region of screen readers; it is loaded a little later.
  const aloud = page.locator('[aria-live=polite]')
  await expect(aloud).toBeAttached()
  shop.desk.freeze()
  // The line below it says since when, behind the sound, which is off here.
  await Promise.all(
    pages.map((each) => expect(each.getByText(/^(?:Not live|Offline)$/)).toBeVisible({ timeout: 25_000 })),
  )
  await expect(aloud.getByText(/^(?:The connection is lost|Changes may be delayed)\.$/)).toHaveCount(1)
  shop.desk.thaw()
  const order = shop.vendor.placeOrder()
  // An announcement is cleared after 20 s, which another page may take to reconnect.
  const announced = ['Connected again.', `New order ${order.printNumber}`]
  await Promise.all([
    ...pages.map(async (each) => {
      await expect(each.getByText('Live', { exact: true })).toBeVisible({ timeout: 30_000 })
      await expect(each.getByRole('article', { name: order.printNumber })).toBeVisible()
    }),
    ...announced.map((text) => expect(aloud.getByText(text)).toHaveCount(1, { timeout: 40_000 })),
  ])
})

test('stores and rings a thousand orders once, each notified up to twenty times', { tag: '@long' }, async () => {
  // About ten seconds on an idle machine.
  test.setTimeout(240_000)
  const flood = fileURLToPath(new URL('torture/orders-flood.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [flood, '1000'])
  expect(JSON.parse(stdout)).toMatchObject({ storedOnce: 1000, rows: 1000, ringing: 1000, lost: 0, others: 0 })
})
