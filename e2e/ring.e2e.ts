import type { Page } from '@playwright/test'
import { expect, sara, test } from './fixture.ts'

/** The state of a page's sound: its audio clock and the number of tones started. */
interface Sound {
  readonly seconds: number
  readonly tones: number
}

/** Makes the browser count the page's tones. */
async function listen(page: Page): Promise<() => Promise<Sound>> {
  await page.addInitScript(() => {
    const sound = { contexts: [] as AudioContext[], tones: 0 }
    Object.assign(globalThis, { sound })
    globalThis.AudioContext = class extends AudioContext {
      constructor() {
        super()
        sound.contexts.push(this)
      }
      override createOscillator(): OscillatorNode {
        sound.tones += 1
        return super.createOscillator()
      }
    }
  })
  return () =>
    page.evaluate(() => {
      const { sound } = globalThis as unknown as { sound: { contexts: AudioContext[]; tones: number } } // As above.
      return { seconds: Math.max(0, ...sound.contexts.map(({ currentTime }) => currentTime)), tones: sound.tones }
    })
}

/** Somewhat longer than the longest pause between two strokes, in seconds of the audio clock. */
const pauseSeconds = 4

/** Waits longer than any pause of the audio clock, and expects no new tone. */
async function staysSilent(sound: () => Promise<Sound>): Promise<void> {
  const from = await sound()
  const played = async () => (await sound()).seconds - from.seconds
  await expect.poll(played, { timeout: 15_000 }).toBeGreaterThan(pauseSeconds)
  expect((await sound()).tones).toBe(from.tones)
}

test('rings for a new order, and stops when it is accepted on another page', async ({ shop, page, context }) => {
  const sound = await listen(page)
  await shop.open('/')
  await page.getByRole('button', { name: 'Turn on sound' }).click()
  await expect(page.getByText(/^This tablet rings/)).toBeVisible()
  const before = await sound()
  const search = page.getByRole('searchbox', { name: 'Find an order' })
  const place = await search.boundingBox()

  const order = shop.vendor.placeOrder()
  const banner = page.getByText('1 order waits for an answer')
  await expect(banner).toBeVisible()
  // It moves nothing under a finger.
  expect(await search.boundingBox()).toEqual(place)
  await expect.poll(async () => (await sound()).tones).toBeGreaterThan(before.tones)
  const first = await sound()
  // Repeated, with a clock that advances: a suspended context has inaudible tones too.
  await expect.poll(async () => (await sound()).tones, { timeout: 10_000 }).toBeGreaterThan(first.tones)
  expect((await sound()).seconds).toBeGreaterThan(first.seconds)

  const other = await context.newPage()
  await other.goto(`${shop.desk.url}/orders/${order.id}`)
  await other.getByRole('button', { name: 'Accept order' }).click()
  await expect(banner).toBeHidden()
  await staysSilent(sound)
})

test('stops the ring on all tablets when a person has seen the order, and names them', async ({
  shop,
  page,
  context,
}) => {
  const sound = await listen(page)
  await shop.open('/')
  await page.getByRole('button', { name: 'Turn on sound' }).click()
  const order = shop.vendor.placeOrder()
  const banner = page.getByText('1 order waits for an answer')
  await expect(banner).toBeVisible()

  const other = await context.newPage()
  await other.goto(shop.desk.url)
  await other.getByRole('button', { name: 'I have seen it' }).click()
  await expect(banner).toBeHidden()
  await expect(page.getByRole('article', { name: order.printNumber })).toContainText(sara.name)
  await staysSilent(sound)
  expect(order.state).toBe('pending')
})

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
          // Until the session is known, the page cannot know whether to show the practice banner.
          const search = document.querySelector('main:not(.in-a-moment) input[type=search]')
          if (search) places.add(Math.round(search.getBoundingClientRect().top))
          requestAnimationFrame(look)
        }
        look()
      })
      await shop.open('/')
      await expect(page.locator('.ring-bar')).toBeVisible()
      const places = () => page.evaluate(() => [...(globalThis as unknown as { places: Set<number> }).places]) // As above.
      expect(await places()).toHaveLength(1)
    })
  })
}
