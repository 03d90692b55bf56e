import { expect, test } from './fixture.ts'

test('accepts no order by a press on a card that has just moved', async ({ shop, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const placed = ['Zoe One', 'Zoe Two'].map((name) =>
    shop.vendor.placeOrder('ordinary', { customer: { id: name, name } }),
  )
  await shop.open('/')
  const search = page.getByRole('searchbox', { name: 'Find an order' })
  await expect(page.getByRole('article')).toHaveCount(2)
  await search.fill('Zoe')
  // A press lands on a button in the frame in which the cards have moved.
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
  // As the page says: a second press counts once the card has been visible for a moment.
  await expect(async () => {
    await page
      .getByRole('article', { name: placed[1]?.printNumber ?? '' })
      .getByRole('button')
      .first()
      .click({ timeout: 1000 })
    await expect.poll(() => placed[1]?.state, { timeout: 1000 }).toBe('preparing')
  }).toPass()
})

test('has a button of 56 px for the next action on each card', async ({ shop, page }) => {
  const [waiting, preparing, ready] = [shop.vendor.placeOrder(), shop.vendor.placeOrder(), shop.vendor.placeOrder()]
  shop.vendor.orders.move(preparing, 'preparing')
  shop.vendor.orders.move(ready, 'ready')
  await shop.open('/')
  for (const [{ printNumber }, name] of [
    [waiting, 'Accept order'],
    [preparing, 'Mark as ready'],
    [ready, 'Hand over'],
  ] as const) {
    const button = page.getByRole('article', { name: printNumber }).getByRole('button', { name })
    await expect(button).toBeVisible()
    expect((await button.boundingBox())?.height, name).toBeGreaterThanOrEqual(56)
  }
})
