import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { cookiesIn } from '../cookies-in.ts'
import type { FeedFault, BrokenLine, Reach } from './broken-line.ts'

/** A page of the desk at the end of a line that breaks on request. */
export interface Tablet {
  readonly page: Page
  readonly line: BrokenLine
}

export interface Suffering {
  readonly fault: FeedFault
  readonly reach: Reach
  /** How long it lasts, in milliseconds. */
  readonly ms: number
}

/** Within so long of the end of whatever broke it, a page knows of everything again. */
const promiseMs = 30_000

/** A browser that is the tablet of this cookie. */
export async function newTablet(browser: Browser, url: string, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  await context.addCookies(cookiesIn(cookie, url))
  return context
}

/** Opens the board, and waits until it hears of changes. */
export async function openBoard(context: BrowserContext, line: BrokenLine): Promise<Tablet> {
  const page = await context.newPage()
  await page.goto(line.url)
  await page.getByRole('searchbox', { name: 'Find an order' }).waitFor()
  await isWithin(promiseMs, () => line.feeds() === 1, 'The page does not open its feed.')
  return { page, line }
}

/**
 * Breaks a tablet's line, has an order placed in the middle of that, and heals it.
 * @returns how long after it the card was there and the feed open again, in milliseconds.
 * @throws where that is not so within 30 s.
 */
export async function suffer(
  { page, line }: Tablet,
  { fault, reach, ms }: Suffering,
  place: () => { readonly id: string },
): Promise<number> {
  line.break(fault, reach)
  await sleep(ms / 2)
  const { id } = place()
  await sleep(ms / 2)
  line.heal()
  const healedAt = performance.now()
  const what = `${reach}, ${fault}, ${Math.round(ms)} ms`
  await Promise.all([
    page
      .locator(`article:has(a[href="/orders/${id}"])`)
      .waitFor({ timeout: promiseMs })
      .catch(() => Promise.reject(new Error(`No card: ${what}`))),
    // A board that only asks every few seconds has the card too: the feed itself has to be back.
    isWithin(promiseMs, () => line.feeds() === 1, `No feed: ${what}`),
  ])
  return performance.now() - healedAt
}

async function isWithin(ms: number, isSo: () => boolean, otherwise: string): Promise<void> {
  const end = performance.now() + ms
  while (!isSo()) {
    if (performance.now() > end) throw new Error(otherwise)
    await sleep(50)
  }
}
