import { expect, sara, seriousViolations, test } from './fixture.ts'
import { lock, pairByLink, signIn, toSignIn } from './journey.ts'

test.use({ visitor: 'stranger' })

test('pairs a tablet by its link, signs a person in, acts, and signs out', async ({ shop, page }) => {
  const first = shop.vendor.placeOrder()
  const second = shop.vendor.placeOrder()
  await shop.open('/')
  await expect(page.getByRole('textbox', { name: 'Pairing code' })).toHaveValue('')
  expect(await page.evaluate(async () => (await fetch('/api/desk/orders')).status)).toBe(401)
  expect(await seriousViolations(page)).toEqual([])

  await pairByLink(page, shop)
  await page.getByRole('article', { name: first.printNumber }).getByRole('link').first().click()

  await page.getByRole('button', { name: 'Accept order' }).click()
  // The order stays on the screen, and the accept goes on once it is known whose it is.
  const who = page.getByRole('dialog', { name: 'Sign in' })
  await who.getByRole('textbox', { name: 'PIN' }).fill(sara.pin)
  expect(shop.vendor.requests.filter(({ method }) => method === 'POST')).toEqual([])
  expect(await seriousViolations(page)).toEqual([])
  await who.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toBeVisible()
  await page.getByRole('link', { name: 'Manage' }).click()
  for (const name of ['Tablets', 'Staff']) {
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
    expect(await seriousViolations(page)).toEqual([])
  }

  await lock(page)
  await expect(page.getByRole('banner')).not.toContainText(sara.name)
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('article', { name: second.printNumber }).getByRole('button', { name: 'Accept order' }).click()
  await who.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was sent' })).toBeVisible()
  expect(second.state).toBe('pending')
})

test('signs out in all tabs at once, and shows nothing on a removed tablet', async ({ shop, page, context }) => {
  await pairByLink(page, shop)
  await toSignIn(page)
  await signIn(page)
  await expect(page.getByRole('banner')).toContainText(sara.name)
  const other = await context.newPage()
  await other.goto(shop.desk.url)
  await expect(other.getByRole('banner')).toContainText(sara.name)
  await lock(page)
  await expect(other.getByRole('banner')).not.toContainText(sara.name)

  await expect(other.getByText('No orders waiting')).toBeVisible()
  const [id = ''] = shop.command(['devices']).split('\t')
  shop.command(['devices', 'revoke', id])
  for (const each of [page, other])
    await expect(each.getByRole('textbox', { name: 'Pairing code' })).toBeVisible({ timeout: 45_000 })
})

test(
  'pairs another tablet by a code, adds a cashier, and removes the tablet at once',
  { tag: '@long' },
  async ({ shop, page, browser }) => {
    await pairByLink(page, shop)
    await toSignIn(page)
    await signIn(page)
    await expect(page.getByRole('banner')).toContainText(sara.name)
    await shop.open('/tablets')
    await page.getByRole('button', { name: 'Create code' }).click()
    await expect(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible()
    expect(await seriousViolations(page)).toEqual([])
    const link = await page.getByText(/\/enrol#/).innerText()

    const kitchen = await browser.newContext()
    const other = await kitchen.newPage()
    await other.goto(link)
    await other.getByRole('textbox', { name: 'Tablet name' }).fill('Kitchen')
    await other.getByRole('button', { name: 'Pair this tablet' }).click()
    await expect(other.getByText('No orders waiting')).toBeVisible()
    await expect(page.getByText('Kitchen is paired.')).toBeVisible()

    await shop.open('/staff')
    await page.getByRole('textbox', { name: 'Name' }).fill('Lina')
    await page.getByRole('textbox', { name: 'PIN' }).fill('0815')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('Lina can sign in now.')).toBeVisible()
    await other.goto(`${shop.desk.url}/sign-in`)
    await other.getByRole('combobox', { name: 'Name' }).selectOption('Lina')
    for (let tried = 0; tried < 4; tried += 1) {
      await other.getByRole('textbox', { name: 'PIN' }).fill('1111')
      await other.getByRole('button', { name: 'Sign in' }).click()
      await expect(other.getByRole('textbox', { name: 'PIN' })).toHaveValue('')
    }
    await expect(other.getByRole('alert').filter({ hasText: 'Too many wrong PINs on this tablet' })).toBeVisible()
    expect(await seriousViolations(other)).toEqual([])
    const order = shop.vendor.placeOrder()
    await other.goto(shop.desk.url)
    await expect(other.getByRole('article', { name: order.printNumber })).toBeVisible()

    await shop.open('/tablets')
    await page.getByRole('button', { name: 'Remove Kitchen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(other.getByRole('textbox', { name: 'Pairing code' })).toBeVisible({ timeout: 45_000 })
    await shop.open('/log')
    for (const words of [
      'Tablet removed',
      'Wrong PIN',
      'Person added',
      'Tablet paired',
      'Created a code for a tablet',
    ]) {
      await expect(page.getByText(words).first()).toBeVisible()
    }
    await kitchen.close()
  },
)

test('checks few of fifty simultaneous PINs from any address, while the tablet keeps reading', async ({
  shop,
  request,
}) => {
  const [cookie = ''] = await shop.admit(1, undefined)
  const guess = (pin: string, from: number) =>
    request.post(`${shop.desk.url}/api/desk/session`, {
      headers: { Origin: shop.desk.url, Cookie: cookie, 'X-Forwarded-For': `198.51.100.${from}` },
      data: { name: sara.name, pin },
    })
  const answers = await Promise.all(Array.from({ length: 50 }, (_, from) => guess('0000', from)))
  const statuses = answers.map((answer) => answer.status())
  const looked = statuses.filter((status) => status === 401).length
  // Three at once; more only if all tries together take longer than the wait.
  expect(looked).toBeGreaterThanOrEqual(3)
  expect(looked).toBeLessThanOrEqual(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(50 - looked)
  const refused = answers.find((answer) => answer.status() === 429)
  expect(refused?.headers()['retry-after']).toMatch(/^[1-9]\d?$/)
  expect((await request.get(`${shop.desk.url}/api/desk/orders`, { headers: { Cookie: cookie } })).status()).toBe(200)
  await expect(async () => expect((await guess(sara.pin, 1)).status()).toBe(200)).toPass({ timeout: 40_000 })
})
