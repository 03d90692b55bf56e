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
      for (const place of await places.all()) await expect(place).toBeInViewport({ ratio: 1 })
      const cut = await places.evaluateAll((all) =>
        all
          .flatMap((place) => [...place.querySelectorAll('span')])
          .filter((word) => !word.matches('.sr-only, .sr-only *') && word.scrollWidth > word.clientWidth)
          .map((word) => word.textContent),
      )
      expect(cut, `${language}, ${width} wide`).toEqual([])
    }
  }
})
