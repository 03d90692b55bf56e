import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, type BrowserContext, type Page } from '@playwright/test'
import type { Simulator } from '#simulator/simulator.ts'
import { runDeskCommand } from './desk-command.ts'
import { startDesk, type RunningDesk } from './desk-process.ts'
import { startVendor } from './vendor-process.ts'

export { expect } from '@playwright/test'

const webhookSecret = 'e2e-webhook-secret-of-24-or-more'
export const token = 'e2e-token-that-must-not-leak'

interface Shop {
  readonly vendor: Simulator
  readonly desk: RunningDesk
  /** Opens an address of the desk. */
  open(path: string): Promise<void>
  /** `npm run -s desk -- …` on this desk. @returns what it printed. */
  command(words: readonly string[], input?: string): string
}

export const sara = { name: 'Sara', pin: '4711' }

interface Options {
  readonly windowSeconds: number
  /** Who sits at the browser: Sara, signed in on a tablet that was let in, or nobody that the desk knows. */
  readonly visitor: 'Sara' | 'stranger'
}

/** For each test a vendor service and a desk of its own, over real HTTP; a stray error of the page fails it. */
export const test = base.extend<Options & { shop: Shop; quietPage: Page }>({
  windowSeconds: [300, { option: true }],
  visitor: ['Sara', { option: true }],
  shop: async ({ page, context, windowSeconds, visitor }, use) => {
    let deskUrl = ''
    const vendor = await startVendor(token, windowSeconds, {
      url: 'http://desk.invalid/webhooks/orders',
      headers: { Authorization: `Bearer ${webhookSecret}` },
      fetch: (request) => fetch(new Request(`${deskUrl}/webhooks/orders`, request)),
    })
    const folder = mkdtempSync(join(tmpdir(), 'vendor-desk-'))
    const kept = { VENDOR_BASE_URL: vendor.url, DATABASE_URL: `file:${join(folder, 'desk.db')}` }
    const desk = await startDesk({
      ...kept,
      VENDOR_TOKEN: token,
      WEBHOOK_SECRET: webhookSecret,
      RESPONSE_WINDOW_SECONDS: String(windowSeconds),
    })
    deskUrl = desk.url
    const command: Shop['command'] = (words, input) =>
      runDeskCommand({ ...kept, PORT: new URL(desk.url).port }, words, input)
    command(['staff', 'add', sara.name, '--manager', '--pin-stdin'], sara.pin)
    if (visitor === 'Sara') await enter(context, desk.url, command)
    await use({
      vendor: vendor.simulator,
      desk,
      command,
      open: async (path) => void (await page.goto(desk.url + path)),
    })
    await desk.stop()
    await vendor.stop()
    rmSync(folder, { recursive: true })
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

/** Lets the browser in and signs Sara in, over HTTP as its page would. */
async function enter({ request }: BrowserContext, url: string, command: Shop['command']): Promise<void> {
  const { code } = JSON.parse(command(['enrol', '--json'])) as { readonly code: string }
  const headers = { Origin: url }
  const enrolled = await request.post(`${url}/api/desk/enrolment`, { headers, data: { code, device_name: 'Counter' } })
  base.expect(enrolled.status()).toBe(200)
  const signedIn = await request.post(`${url}/api/desk/session`, { headers, data: sara })
  base.expect(signedIn.status()).toBe(200)
}

/** What axe calls serious or worse, as a readable list. */
export async function seriousViolations(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
