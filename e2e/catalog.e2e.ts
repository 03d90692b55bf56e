import { expect, seriousViolations, test } from './fixture.ts'
import { catalogGathered } from './journey.ts'

test('pages through items, moves by keys, opens one and returns', async ({ shop, page }) => {
  await shop.open('/')
  await page.getByRole('link', { name: 'Catalog' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/\/catalog\/items\?page=2$/)
  await expect(page.getByText('101–200 of 371')).toBeVisible()
  const links = page.getByRole('table').getByRole('row').getByRole('link')
  await expect(links).toHaveCount(100)
  await links.first().focus()
  for (let row = 0; row < 30; row += 1) await page.keyboard.press('ArrowDown')
  const name = (await links.nth(30).textContent()) ?? ''
  await expect(links.nth(30)).toBeFocused()
  await expect(links.nth(30)).toBeInViewport()
  await expect(page.getByRole('columnheader', { name: 'Price' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('101–200 of 371')).toBeVisible()
  await expect(links.nth(30)).toBeFocused()
  await expect(links.nth(30)).toBeInViewport()
})

test(
  'moves through the tree of categories by keys, and opens their items',
  { tag: '@long' },
  async ({ shop, page }) => {
    await shop.open('/catalog/categories')
    const first = page.getByRole('treeitem', { name: 'Fruit & vegetables' })
    await first.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(first).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('treeitem', { name: 'Fresh fruit' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('treeitem', { name: 'Ramadan offers' })).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/catalog\/items\?category=9901$/)
    await expect(page.getByRole('button', { name: 'Remove the filter Category: Ramadan offers' })).toBeVisible()
  },
)

// Checking hundreds of rows is slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

test('has accessible filters, pictures and items', async ({ shop, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await shop.open('/catalog/items')
  await page.getByRole('button', { name: 'Pictures' }).click()
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByRole('combobox', { name: 'Brand' }).getByRole('option')).toHaveCount(237)
  expect(await seriousViolations(page)).toEqual([])
  await page.locator('[data-row]').first().click()
  await expect(page.getByRole('heading', { name: 'Belongs to' })).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
})

test(
  'searches an item, filters by its facts, and opens it at its own address',
  { tag: '@long' },
  async ({ shop, page }) => {
    await shop.open('/catalog/items')
    await page.getByRole('searchbox', { name: 'Search items' }).fill('حليب كامل')
    await expect(page.getByRole('row', { name: /Full-fat milk 1 L/ })).toBeVisible({ timeout: 20_000 })
    await expect(page).toHaveURL(/\?q=/)
    await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 20_000 })
    // The previous results are pale until the new ones arrive.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Full-fat milk 1 L', exact: true }).click()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Full-fat milk 1 L' })).toBeVisible()
    await page.getByRole('link', { name: 'Volume: 1 L' }).click()
    await expect(page.getByRole('button', { name: /^Remove the filter Attribute value: / })).toBeVisible()
    await expect(page.getByText(/^\d+ items found$/)).toBeVisible()
  },
)

test('has links on an item that are 48 px high and 8 px apart', { tag: '@long' }, async ({ shop, page }) => {
  const [line] = shop.vendor.placeOrder('large').lines
  await shop.open(`/catalog/items/${line?.item.id}`)
  const links = page.getByRole('definition').getByRole('link')
  await expect(links).not.toHaveCount(0)
  const boxes = await links.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect))
  expect(boxes.length).toBeGreaterThan(1)
  for (const [index, { top, height }] of boxes.entries()) {
    expect(height).toBeGreaterThanOrEqual(48)
    expect(top - (boxes[index - 1]?.bottom ?? -8)).toBeGreaterThanOrEqual(8)
  }
})

test('goes back from a search to its page or filters', { tag: '@long' }, async ({ shop, page }) => {
  const field = page.getByRole('searchbox', { name: 'Search items' })
  await shop.open('/catalog/items?page=4')
  await expect(page.getByText('301–371 of 371')).toBeVisible()
  for (const [typed, q] of [
    ['mil', 'mil'],
    ['k', 'milk'],
  ]) {
    await field.pressSequentially(typed ?? '')
    await expect(page).toHaveURL(new RegExp(`\\?q=${q}$`))
  }
  await page.goBack()
  await expect(page).toHaveURL(/\?page=4$/)
  await expect(field).toHaveValue('')
  await expect(page.getByText('301–371 of 371')).toBeVisible()
  await shop.open('/catalog/items?category=9901')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('combobox', { name: 'In stock' }).selectOption({ index: 1 })
  await expect(page).toHaveURL(/\?category=9901&in_stock=1$/)
  await field.fill('zzz')
  await expect(page).toHaveURL(/q=zzz/)
  await field.fill('')
  await expect(page).toHaveURL(/\?category=9901&in_stock=1$/)
  await page.goBack()
  await expect(field).toHaveValue('zzz')
  await page.goBack()
  await expect(page).toHaveURL(/\?category=9901&in_stock=1$/)
  await expect(field).toHaveValue('')
})

test(
  'shows the number of items of each category, brand and value, and links to as many',
  { tag: '@long' },
  async ({ shop, page }) => {
    await shop.open('/catalog/brands')
    const brand = page.getByRole('link', { name: /^Abu Zahra.*3 items$/ })
    await expect(brand).toBeVisible({ timeout: 20_000 })
    await brand.click()
    await expect(page.getByText('3 items found')).toBeVisible()
    await shop.open('/catalog/categories')
    await expect(page.getByRole('treeitem', { name: /^Fruit & vegetables 27 items/ })).toBeVisible()
  },
)

test(
  'links an order’s lines to their items, and asks for codes if the catalog says digital',
  { tag: '@long' },
  async ({ shop, page }) => {
    const order = shop.vendor.placeOrder('digital')
    // A line that the catalog says nothing new about has no link.
    order.lines = order.lines.map((line) => ({ ...line, item: { ...line.item, price: line.item.price + 1000 } }))
    await shop.open('/catalog/items')
    await catalogGathered(page, shop.desk.url)

    await shop.open(`/orders/${order.id}`)
    await expect(page.getByRole('switch', { name: 'Digital codes' })).toBeChecked()
    const lines = page.getByRole('region', { name: /items?/ }).getByRole('listitem')
    const link = lines.first().getByRole('link', { name: 'Open in the catalog' })
    await expect(link).toBeVisible()
    expect(await seriousViolations(page)).toEqual([])
    await link.click()
    await expect(page).toHaveURL(/\/catalog\/items\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
)
