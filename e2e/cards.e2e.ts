import { expect, test } from './fixture.ts'

test('accepts no order by a press on a card that has just moved', async ({ shop, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const placed = ['Zoe One', 'Zoe Two'].map((name) =>
    shop.vendor.placeOrder('ordinary', { customer: { id: name, name } }),
  )
  await shop.open('/')
  const search = page.getByRole('searchbox', { name: 'Search orders' })
  await expect(page.getByRole('article')).toHaveCount(2)
  await search.fill('Zoe')
  // A press lands on a button in the frame in which the cards have moved.
  await page.evaluate(() => {
    const button = document.querySelectorAll<HTMLElement>('article [aria-label="Accept order"]')[1]
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
  await expect(page.getByText(/^Tap ignored/)).toBeVisible()
  expect(placed.map(({ state }) => state)).toEqual(['pending', 'pending'])
  // As the page says: a second press counts once the card has been visible for a moment.
  await expect(async () => {
    await page
      .getByRole('article', { name: placed[1]?.printNumber ?? '' })
      .getByRole('button', { name: 'Accept order' })
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

for (const { width, height, orders, whole } of [
  { width: 1280, height: 800, orders: 8, whole: 6 },
  { width: 1920, height: 1080, orders: 40, whole: 18 },
]) {
  test(`shows ${whole} of ${orders} waiting orders with their lines at once, ${width} wide`, async ({ shop, page }) => {
    await page.setViewportSize({ width, height })
    const items = shop.vendor.placeOrder('large').lines.map(({ item }) => item)
    for (let index = 1; index < orders; index += 1) {
      const lines = items.slice(0, 3 + (index % 3)).map((item) => ({ item, quantity: 2, customizations: null }))
      shop.vendor.placeOrder('ordinary', { lines })
    }
    await shop.open('/')
    await page.getByRole('button', { name: 'Turn on sound' }).click()
    await expect(page.getByRole('button', { name: 'Turn on sound' })).toBeHidden()
    await expect(page.getByRole('heading', { name: `New ${orders}` })).toBeVisible({ timeout: 30_000 })
    const cards = page.getByRole('region', { name: 'New' }).getByRole('article')
    await expect(cards.getByRole('button', { name: 'Accept order' }).nth(whole - 1)).toBeAttached()
    const inSight = await cards.evaluateAll((all) =>
      all
        .map((card) => {
          const { top, bottom } = card.getBoundingClientRect()
          const lines = [...card.querySelectorAll('li')].filter((line) => line.checkVisibility()).length
          return { top, bottom, lines, isCut: card.scrollHeight > card.clientHeight }
        })
        .filter(({ bottom }) => bottom <= innerHeight),
    )
    expect(inSight.filter(({ lines, isCut }) => lines === 3 && !isCut).length).toBeGreaterThanOrEqual(whole)
    expect(inSight[0]?.top).toBeLessThanOrEqual(112)
  })
}
