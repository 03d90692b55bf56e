import { goThroughDrill } from './drill.ts'
import { startDesk, type RunningDesk } from './desk-process.ts'
import { expect, test as base } from './fixture.ts'
import { signIn, toSignIn } from './journey.ts'

const practiceSara = { name: 'Sara', pin: '1234' }

const test = base.extend<{ practice: RunningDesk }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parts that a fixture needs from its pattern
  practice: async ({}, use) => {
    const desk = await startDesk({})
    await use(desk)
    await desk.stop()
  },
})

test('opens the practice store without settings, says so, and gets its first order', async ({
  practice,
  page,
  request,
}) => {
  await page.goto(practice.url)
  await page.getByRole('button', { name: 'Practice store' }).click()
  await expect(page.getByText('Practice store. Nothing here is real.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('link', { name: /^A-\d+/ })
    .first()
    .click({ timeout: 15_000 })
  await toSignIn(page)
  await signIn(page, practiceSara)
  await expect(page.getByRole('banner')).toContainText(practiceSara.name)
  // The first order may be a digital one, which needs codes.
  const placed = await request.post(`${practice.url}/practice/orders`, { data: { kind: 'ordinary' } })
  const { data } = (await placed.json()) as { readonly data: { readonly id: string } }
  await page.goto(`${practice.url}/orders/${data.id}`)
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toBeVisible()
})

test('takes an order by request, and shows its pictures', async ({ practice, page, request }) => {
  const placed = await request.post(`${practice.url}/practice/orders`)
  const { data } = (await placed.json()) as { readonly data: { readonly id: string } }
  await page.goto(`${practice.url}/orders/${data.id}`)
  await expect(page.getByRole('button', { name: 'Accept order' })).toBeEnabled()
  const broken = await page
    .locator('img')
    .evaluateAll(
      (images) =>
        images.filter((image) => (image as HTMLImageElement).complete && (image as HTMLImageElement).naturalWidth === 0)
          .length,
    )
  expect(broken).toBe(0)
})

// A minute of real time: the network is cut, and customers take their time.
test('goes through the drill over a real network that is cut', { tag: '@long' }, async ({ practice, page }) => {
  test.setTimeout(240_000)
  await page.goto(`${practice.url}/sign-in`)
  await signIn(page, practiceSara)
  await expect(page.getByRole('banner')).toContainText(practiceSara.name)
  await goThroughDrill(page, 'Practice store')
})
