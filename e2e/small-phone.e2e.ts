import { expect, test } from './fixture.ts'

test.use({ viewport: { width: 320, height: 640 } })

// The language with the longest words in each run, the others in the long one.
for (const [language, ...tag] of [['fr'], ['en', '@long'], ['ar', '@long']] as const)
  test.describe(language, { tag }, () => {
    test.use({ locale: language })

    test('has the answer buttons of a long order in reach, and half of the smallest screen for it', async ({
      shop,
      page,
    }) => {
      const order = shop.vendor.placeOrder('large')
      shop.vendor.placeOrder()
      await shop.open(`/orders/${order.id}`)
      const bar = page.locator('.answer-bar')
      const head = page.locator('.shell-head')
      await expect(head.locator('[aria-keyshortcuts=s]')).toBeVisible()
      await expect(head.locator('.warning button')).toBeVisible()
      await page.evaluate(() => scrollTo(0, 1000))
      for (const button of await bar.getByRole('button').all()) {
        await expect(button).toBeInViewport({ ratio: 1 })
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48)
      }
      const free = async () => {
        const [above, below] = [await head.boundingBox(), await bar.boundingBox()]
        return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
      }
      expect(await free()).toBeGreaterThanOrEqual(320)
    })
  })
