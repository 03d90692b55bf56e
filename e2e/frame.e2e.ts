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
          const isOut = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight
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
