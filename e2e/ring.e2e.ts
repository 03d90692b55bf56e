import { expect, sara, test } from './fixture.ts'
import { hearVoice, listen, type Sound } from './page-sound.ts'

/** Somewhat longer than the longest pause between two strokes, in seconds of the audio clock. */
const pauseSeconds = 4

/** Waits longer than any pause of the audio clock, and expects no new tone. */
async function staysSilent(sound: () => Promise<Sound>): Promise<void> {
  const from = await sound()
  const played = async () => (await sound()).seconds - from.seconds
  await expect.poll(played, { timeout: 15_000 }).toBeGreaterThan(pauseSeconds)
  expect((await sound()).tones).toBe(from.tones)
}

test('rings for a new order and says it once, and stops when it is accepted on another page', async ({
  shop,
  page,
  context,
}) => {
  const sound = await listen(page)
  const said = await hearVoice(page)
  await shop.open('/settings')
  await page.getByRole('switch', { name: 'Say new orders aloud' }).click()
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await page.getByRole('button', { name: 'Turn on sound' }).click()
  await expect(page.getByRole('button', { name: /^Sound on/ })).toBeVisible()
  const before = await sound()
  const search = page.getByRole('searchbox', { name: 'Search orders' })
  const place = await search.boundingBox()

  const order = shop.vendor.placeOrder()
  const orders = page.getByRole('link', { name: 'Orders' })
  await expect(orders).toHaveAccessibleDescription('1 order waits for an answer')
  await expect(page.getByRole('button', { name: 'Silence' })).toBeVisible()
  // It moves nothing under a finger.
  expect(await search.boundingBox()).toEqual(place)
  await expect.poll(async () => (await sound()).tones).toBeGreaterThan(before.tones)
  const items = order.lines.length === 1 ? '1 item' : `${order.lines.length} items`
  await expect.poll(said).toEqual([`New order, ${items}`])
  const first = await sound()
  // Repeated, with a clock that advances: a suspended context has inaudible tones too.
  await expect.poll(async () => (await sound()).tones, { timeout: 10_000 }).toBeGreaterThan(first.tones)
  expect((await sound()).seconds).toBeGreaterThan(first.seconds)

  const other = await context.newPage()
  await other.goto(`${shop.desk.url}/orders/${order.id}`)
  await other.getByRole('button', { name: 'Accept order' }).click()
  await expect(orders).not.toHaveAccessibleDescription(/./)
  await expect(page.getByRole('button', { name: 'Silence' })).toBeHidden()
  await staysSilent(sound)
})

test(
  'stops the ring on all tablets when a person has seen the order, and names them',
  { tag: '@long' },
  async ({ shop, page, context }) => {
    const sound = await listen(page)
    await shop.open('/')
    await page.getByRole('button', { name: 'Turn on sound' }).click()
    const order = shop.vendor.placeOrder()
    const silence = page.getByRole('button', { name: 'Silence' })
    await expect(silence).toBeVisible()

    const other = await context.newPage()
    await other.goto(shop.desk.url)
    await other.getByRole('button', { name: 'Silence' }).click()
    await expect(silence).toBeHidden()
    await expect(page.getByRole('article', { name: order.printNumber })).toContainText(sara.name)
    await staysSilent(sound)
    expect(order.state).toBe('pending')
  },
)

for (const [language, width, height, ...tag] of [
  ['ar', 1024, 768],
  ['fr', 390, 844],
  ['fr', 1024, 768, '@long'],
  ['ar', 820, 1180, '@long'],
  ['ar', 844, 390, '@long'],
] as const) {
  test.describe(`in ${language}, on ${width} × ${height}`, { tag }, () => {
    test.use({ locale: language, viewport: { width, height } })

    test('moves nothing when a silent tablet says so, and that orders wait', async ({ shop, page }) => {
      shop.vendor.placeOrder()
      shop.vendor.placeOrder()
      await page.addInitScript(() => {
        const places = new Set<number>()
        Object.assign(globalThis, { places })
        const look = () => {
          // Until the session is known, the page cannot know whether this tablet rings.
          const content = document.querySelector('main:not(.in-a-moment)')
          if (content) places.add(Math.round(content.getBoundingClientRect().top))
          requestAnimationFrame(look)
        }
        look()
      })
      await shop.open('/')
      await expect(page.locator('.warning button')).toBeVisible()
      await expect(page.locator('[aria-keyshortcuts=s]')).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(2)
      const places = () => page.evaluate(() => [...(globalThis as unknown as { places: Set<number> }).places]) // As above.
      expect(await places()).toHaveLength(1)
    })
  })
}
