import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import type { FeedFault, BrokenLine, Reach } from './broken-line.ts'

/** A page of the desk whose connection breaks on request. */
export interface Tablet {
  readonly page: Page
  readonly connection: BrokenLine
}

export interface Suffering {
  readonly fault: FeedFault
  readonly reach: Reach
  /** The duration, in ms. */
  readonly ms: number
}

/** A page must be up to date this long after a fault has ended. */
const promiseMs = 30_000

/** Opens the board and waits until its feed is open. */
export async function openBoard(context: BrowserContext, connection: BrokenLine): Promise<Tablet> {
  const page = await context.newPage()
  await page.goto(connection.url)
  await page.getByRole('searchbox', { name: 'Search orders' }).waitFor()
  await isWithin(promiseMs, () => connection.feeds() === 1, 'The page does not open its feed.')
  return { page, connection }
}

/**
 * Breaks a tablet's connection, places an order meanwhile, and heals it.
 * @returns how many ms later the card was there and the feed open again.
 * @throws if that takes longer than 30 s.
 */
export async function suffer(
  { page, connection }: Tablet,
  { fault, reach, ms }: Suffering,
  place: () => { readonly id: string },
): Promise<number> {
  connection.break(fault, reach)
  await sleep(ms / 2)
  const { id } = place()
  await sleep(ms / 2)
  connection.heal()
  const healedAt = performance.now()
  const what = `${reach}, ${fault}, ${Math.round(ms)} ms`
  await Promise.all([
    page
      .locator(`article:has(a[href="/orders/${id}"])`)
      .waitFor({ timeout: promiseMs })
      .catch(() => Promise.reject(new Error(`No card: ${what}`))),
    // A board that polls has the card too, so the feed is checked separately.
    isWithin(promiseMs, () => connection.feeds() === 1, `No feed: ${what}`),
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
