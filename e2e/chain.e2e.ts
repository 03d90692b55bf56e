import { expect, seriousViolations, test } from './fixture.ts'
import { startShop, type RunningShop } from './shop-process.ts'

const others = (url: string) => ({ OTHER_DESKS: `Karrada=http://localhost:1,المنصور — فرع الجامعة=${url}` })

test(
  'switches to another shop of the chain, except while an answer is under way',
  { tag: '@long' },
  async ({ shop, page }) => {
    const other = await startShop(300)
    try {
      // Another host name, because a browser shares cookies between all ports of a host.
      const url = other.desk.url.replace('localhost', '127.0.0.1')
      await shop.restart(others(url))
      const order = shop.vendor.placeOrder()
      await shop.notify(order.id)
      await shop.open(`/orders/${order.id}`)
      shop.vendor.faults.add({ kind: 'slow', ms: 4000, on: 'acceptOrder' })
      await page.getByRole('button', { name: 'Accept order' }).click()
      await page.getByRole('button', { name: 'Shops' }).click()
      const dialog = page.getByRole('dialog', { name: 'Go to another shop' })
      await expect(dialog.getByRole('status')).toContainText('still being sent')
      await expect(dialog.getByRole('list').getByRole('link')).toHaveCount(0)
      expect(await seriousViolations(page)).toEqual([])
      await dialog.getByRole('link', { name: 'المنصور' }).click()
      await expect(page).toHaveURL(`${url}/`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // That shop has not paired this tablet, and a kiosk has no back button.
      await page.getByRole('button', { name: 'Back' }).click()
      await expect(page.getByRole('button', { name: 'Mark as ready' })).toBeVisible()
    } finally {
      await other.stop()
    }
  },
)

/** Makes a key that may read the orders of a shop. */
async function makeKey({ hire, admit, desk }: RunningShop): Promise<string> {
  await hire({ name: 'Lina', pin: '4711', isManager: true })
  const [cookie = ''] = await admit(1, 'Lina')
  const answer = await fetch(`${desk.url}/api/desk/api-keys`, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: desk.url, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Karrada', scopes: ['orders:read', 'reports:read'] }),
  })
  const { data } = (await answer.json()) as { readonly data: { readonly key: string } } // As in the contract.
  return data.key
}

test('shows another shop’s orders by its key, until it stops answering', { tag: '@long' }, async ({ shop, page }) => {
  const other = await startShop(300)
  let isOpen = true
  try {
    const url = other.desk.url.replace('localhost', '127.0.0.1')
    const key = await makeKey(other)
    await shop.restart({ ...others(url), OUTBOUND_ALLOW: '127.0.0.1' })
    await shop.open('/shops')
    const line = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'المنصور' }) })
    await expect(line).toContainText('No key yet')
    await line.getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New key').fill(key)
    expect(await seriousViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(line).toContainText('None waiting')
    await other.notify(other.vendor.placeOrder().id)
    await expect(line).toContainText('1 waiting', { timeout: 15_000 })
    // It needs somebody first.
    await expect(page.getByRole('listitem').first()).toContainText('المنصور')
    expect(await seriousViolations(page)).toEqual([])
    await other.stop()
    isOpen = false
    await expect(line).toContainText('No contact since', { timeout: 20_000 })
    await expect(line).toContainText('1 waiting')
    expect(shop.desk.output()).not.toContain(key)
  } finally {
    if (isOpen) await other.stop()
  }
})
