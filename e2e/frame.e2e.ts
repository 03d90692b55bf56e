import { expect, test } from './fixture.ts'

test('shows all five places with their words at once, on each screen and in each language', async ({ shop, page }) => {
  for (const language of ['en', 'ar', 'fr']) {
    await shop.open('/history')
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await shop.open('/history')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    const places = page.locator('.main-nav').getByRole('link')
    await expect(places).toHaveCount(5)
    for (const { width, height } of [
      { width: 390, height: 844 },
      { width: 320, height: 640 },
      { width: 800, height: 1280 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize({ width, height })
      const wrong = await places.evaluateAll((all) =>
        all.flatMap((place) => {
          const { left, top, right, bottom } = place.getBoundingClientRect()
          // The navigation may scroll, so its own box cuts too.
          const nav = place.closest('.main-nav')?.getBoundingClientRect()
          const isOut =
            !nav ||
            left < Math.max(0, nav.left) ||
            top < Math.max(0, nav.top) ||
            right > Math.min(innerWidth, nav.right) ||
            bottom > Math.min(innerHeight, nav.bottom)
          const cut = [...place.querySelectorAll('span')].filter(
            (word) => !word.matches('.sr-only, .sr-only *') && word.scrollWidth > word.clientWidth,
          )
          return [...(isOut ? [`out of sight: ${place.textContent}`] : []), ...cut.map((word) => word.textContent)]
        }),
      )
      expect(wrong, `${language}, ${width} wide`).toEqual([])
    }
  }
})
