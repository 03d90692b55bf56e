import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { chromiumPath } from './chromium.ts'

/** The machine's Chromium, or another one; root has no sandbox. */
export const launchChromium = (executablePath = chromiumPath()): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox'] })

/** A browser with the cookie of a paired tablet. */
export async function newTablet(browser: Browser, url: string, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  await context.addCookies(cookiesIn(cookie, url))
  return context
}

/** The cookies of a `Cookie` header, for a browser and a site. */
export const cookiesIn = (header: string, url: string) =>
  header
    .split('; ')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return { name, value, url }
    })
