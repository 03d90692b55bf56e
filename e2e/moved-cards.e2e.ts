import { expect, test } from './fixture.ts'

test('a finger under way to a card that something pushes away accepts no order', async ({ shop, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const placed = ['Zoe One', 'Zoe Two'].map((name) =>
    shop.vendor.placeOrder('ordinary', { customer: { id: name, name } }),
  )
  await shop.open('/')
  const search = page.getByRole('searchbox', { name: 'Find an order' })
  await expect(page.getByRole('article')).toHaveCount(2)
  await search.fill('Zoe')
  // What watches where the cards stand is loaded after them, and begins to watch within a frame.
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await expect.poll(loaded).toContainEqual(expect.stringContaining('card-places'))
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  // In the frame in which the cards have moved a finger comes down on a button.
  await page.evaluate(() => {
    const button = document.querySelectorAll<HTMLElement>('article button')[1]
    const placeOf = () => button?.getBoundingClientRect().top
    const first = placeOf()
    function tapOnceMoved(): void {
      if (placeOf() === first) return void requestAnimationFrame(tapOnceMoved)
      setTimeout(() => {
        button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
        button?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
      })
    }
    tapOnceMoved()
  })
  shop.vendor.placeOrder('ordinary', { customer: { id: 'other', name: 'Another' } })
  await expect(page.getByText(/^A tap was ignored/)).toBeVisible()
  expect(placed.map(({ state }) => state)).toEqual(['pending', 'pending'])
  // As the page says: whoever means it taps again, and is heard once the card has been seen for a moment.
  await expect(async () => {
    await page
      .getByRole('article', { name: placed[1]?.printNumber ?? '' })
      .getByRole('button')
      .first()
      .click({ timeout: 1000 })
    await expect.poll(() => placed[1]?.state, { timeout: 1000 }).toBe('preparing')
  }).toPass()
})
