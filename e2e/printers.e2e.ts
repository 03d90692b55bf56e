import { expect, test } from './fixture.ts'
import { startNetworkPrinter } from './network-printer.ts'

test('sets up a network printer, which then prints an accepted order once, through a killed desk', async ({
  shop,
  page,
}) => {
  // An address of its own: tests run beside each other, and all printers have the same port.
  const printer = await startNetworkPrinter('127.45.1.1')
  const papers = () => printer.paper.pieces().length
  try {
    await shop.open('/printers')
    await page.getByRole('button', { name: 'Add a printer' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add a printer' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Kitchen')
    await dialog.getByRole('textbox', { name: 'Address' }).fill(printer.address)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Kitchen' })).toBeVisible()
    await page.getByRole('button', { name: 'Test print' }).click()
    await expect.poll(papers).toBe(1)

    printer.paper.setPaper(false)
    const { id, printNumber } = shop.vendor.placeOrder()
    await shop.open(`/orders/${id}`)
    await page.getByRole('button', { name: 'Accept order' }).click()
    await shop.open('/')
    await expect(page.getByText('Kitchen is out of paper')).toBeVisible({ timeout: 20_000 })
    await shop.desk.kill()
    printer.paper.setPaper(true)
    await shop.restart()
    await expect.poll(papers, { timeout: 60_000 }).toBe(2)
    await shop.open('/printers')
    const jobs = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: printNumber }) })
    await expect(jobs).toHaveCount(1)
    await expect(jobs).toContainText('Printed')
    expect(papers()).toBe(2)
  } finally {
    await printer.stop()
  }
})
