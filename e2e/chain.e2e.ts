import { expect, seriousViolations, test } from './fixture.ts'
import { startShop } from './shop-process.ts'

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
