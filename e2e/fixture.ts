import { AxeBuilder } from '@axe-core/playwright'
import { test as base, type BrowserContext, type Page } from '@playwright/test'
import { cookiesIn } from './tablet.ts'
import { startShop, type RunningShop } from './shop-process.ts'

export { expect } from '@playwright/test'

interface Shop extends Omit<RunningShop, 'stop'> {
  /** Opens an address of the desk. */
  open(path: string): Promise<void>
}

export const sara = { name: 'Sara', pin: '4711' }

interface Options {
  readonly windowSeconds: number
  /** Who uses the browser: Sara, signed in on a paired tablet, or an unknown device. */
  readonly visitor: 'Sara' | 'stranger'
  /** Further settings of the desk. */
  readonly settings: Readonly<Record<string, string>>
}

/** Each test gets a vendor service and a desk of its own, over real HTTP; an unexpected error of the page fails it. */
export const test = base.extend<Options & { shop: Shop; quietPages: void }>({
  windowSeconds: [300, { option: true }],
  visitor: ['Sara', { option: true }],
  settings: [{}, { option: true }],
  shop: async ({ page, context, windowSeconds, visitor, settings }, use) => {
    const running = await startShop(windowSeconds, settings)
    await running.hire({ ...sara, isManager: true })
    if (visitor === 'Sara') await seat(context, running)
    await use({ ...running, open: async (path) => void (await page.goto(running.desk.url + path)) })
    await running.stop()
  },
  quietPages: [
    async ({ context }, use) => {
      const complaints = await listenTo(context)
      await use()
      base.expect(complaints()).toEqual([])
    },
    { auto: true },
  ],
})

/** Of a file or a worker: a desk may stop while the page still loads. */
const failedToLoad = /^(?:Failed to load resource|An unknown error occurred when fetching the script)/

/**
 * Collects all errors of a browser's pages: uncaught ones, console errors, and violations of the content policy, which
 * a page may survive unnoticed.
 * @returns a function that lists them.
 */
async function listenTo(context: BrowserContext): Promise<() => readonly string[]> {
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('console', (message) => {
    // The browser logs failed requests itself; only the page's reaction matters.
    if (message.type() === 'error' && !failedToLoad.test(message.text())) complaints.push(message.text())
  })
  await keepScreen(context)
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
      console.error(`Forbidden: ${effectiveDirective} ${blockedURI} ${sourceFile} ${sample}`)
    })
  })
  return () => complaints
}

/** Many tests let time pass without a touch, and look at what a new order would cover. */
const keepScreen = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    if (location.protocol.startsWith('http') && localStorage.getItem('takes-screen') === null)
      localStorage.setItem('takes-screen', 'no')
  })

/** Pairs the browser and signs Sara in through the store, which takes half a second less than a command. */
async function seat(context: BrowserContext, { desk, admit }: RunningShop): Promise<void> {
  const [cookies = ''] = await admit(1, sara.name, 'Counter')
  await context.addCookies(cookiesIn(cookies, desk.url))
}

/** Pairs the browser and signs Sara in over HTTP, as the page does. */
export async function enter(
  context: BrowserContext,
  { desk: { url }, command }: Pick<RunningShop, 'desk' | 'command'>,
): Promise<void> {
  const { code } = JSON.parse(command(['enrol', '--json'])) as { readonly code: string }
  const headers = { Origin: url }
  const { request } = context
  await keepScreen(context)
  const enrolled = await request.post(`${url}/api/desk/enrolment`, { headers, data: { code, device_name: 'Counter' } })
  base.expect(enrolled.status()).toBe(200)
  const signedIn = await request.post(`${url}/api/desk/session`, { headers, data: sara })
  base.expect(signedIn.status()).toBe(200)
}

/**
 * All of axe's violations on a page, of any impact. Passed checks are not reported, because a page of 100 rows would
 * take 15 s. The legacy mode, without support for frames, halves the time.
 */
export async function findViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    // The screens in frames are checked by themselves.
    .exclude('iframe')
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations
}

/** axe's violations of serious or critical impact, as a readable list. */
export async function seriousViolations(page: Page): Promise<readonly string[]> {
  const violations = await findViolations(page)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
