import { AxeBuilder } from '@axe-core/playwright'
import { test as base, type Page } from '@playwright/test'
import type { Simulator } from '#simulator/simulator.ts'
import { startDesk, type RunningDesk } from './desk-process.ts'
import { startVendor } from './vendor-process.ts'

export { expect } from '@playwright/test'

export const token = 'e2e-token-that-must-not-leak'

interface Shop {
  readonly vendor: Simulator
  readonly desk: RunningDesk
  /** Opens an address of the desk. */
  open(path: string): Promise<void>
}

interface Options {
  readonly windowSeconds: number
}

/** For each test a vendor service and a desk of its own, over real HTTP; a stray error of the page fails it. */
export const test = base.extend<Options & { shop: Shop; quietPage: Page }>({
  windowSeconds: [300, { option: true }],
  shop: async ({ page, windowSeconds }, use) => {
    const vendor = await startVendor(token, windowSeconds)
    const desk = await startDesk({
      VENDOR_BASE_URL: vendor.url,
      VENDOR_TOKEN: token,
      RESPONSE_WINDOW_SECONDS: String(windowSeconds),
    })
    await use({ vendor: vendor.simulator, desk, open: async (path) => void (await page.goto(desk.url + path)) })
    await desk.stop()
    await vendor.stop()
  },
  quietPage: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        // A failed request is said by the browser itself; what the page makes of it is what counts.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          errors.push(message.text())
      })
      await use(page)
      base.expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

/** What axe calls serious or worse, as a readable list. */
export async function seriousViolations(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
