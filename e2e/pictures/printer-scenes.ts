import { withPrinters } from './printers.ts'
import { busy, order, press, type Scene } from './scene.ts'

/** The shop's printers in each state, and what they printed. */
export const printerScenes: readonly Scene[] = [
  busy('printers', '/printers', async (page, stage, messages) => {
    await withPrinters(page, stage)
    await page.getByRole('heading', { name: messages['printers.jobs'] }).waitFor()
  }),
  {
    ...busy('print-jobs', '/printers', async (page, stage, messages) => {
      await withPrinters(page, stage)
      await page.getByRole('heading', { name: messages['printers.jobs'] }).waitFor()
    }),
    async arrange(page, messages) {
      const title = page.getByRole('heading', { name: messages['printers.jobs'] })
      await title.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    },
  },
  {
    ...order('preparing', async (page, stage, messages) => {
      await withPrinters(page, stage)
      await press('ticket.print')(page, stage, messages)
      await page.getByRole('button', { name: messages['ticket.here'] }).waitFor()
    }),
    name: 'order-printers',
    async arrange(page, messages) {
      await page.getByRole('button', { name: messages['ticket.here'] }).scrollIntoViewIfNeeded()
    },
  },
  busy('printers-none', '/printers', async (page, stage, messages) => {
    await withPrinters(page, stage, true)
    await page.getByRole('heading', { name: messages['printers.none'] }).waitFor()
  }),
  busy('printer-remove', '/printers', async (page, stage, messages) => {
    await withPrinters(page, stage)
    await page.getByText(messages['printers.remove'], { exact: true }).first().click()
  }),
  busy('printer-form', '/printers', async (page, stage, messages) => {
    await withPrinters(page, stage)
    await press('printers.add')(page, stage, messages)
  }),
  {
    ...busy('printer-form-end', '/printers', async (page, stage, messages) => {
      await withPrinters(page, stage)
      await page
        .getByRole('button', { name: messages['printers.editName'].replace('{name}', '').trim() })
        .nth(2)
        .click()
      await page.getByRole('list', { name: messages['nav.categories'] }).waitFor()
    }),
    async arrange(page, messages) {
      const last = page.getByRole('checkbox', { name: messages['printers.drawer'] })
      await last.evaluate((element) => element.scrollIntoView({ block: 'end' }))
    },
  },
  busy('printer-address', '/printers', async (page, stage, messages) => {
    await withPrinters(page, stage)
    await press('printers.add')(page, stage, messages)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill('البار')
    await dialog.getByRole('radio', { name: messages['printers.kind.cloudprnt'] }).check()
    await dialog.getByRole('button', { name: messages['printers.addButton'], exact: true }).click()
    await page.getByText(messages['printers.pollOnce']).waitFor()
  }),
]
