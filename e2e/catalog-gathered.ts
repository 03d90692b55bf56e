import type { Page } from '@playwright/test'
import { expect } from './fixture.ts'

/**
 * Waits until a desk has indexed its whole catalog, which the first request for it starts; asks as the page's tablet.
 */
export async function catalogGathered(page: Page, deskUrl: string): Promise<void> {
  const freshAt = async () => {
    const answer = await page.request.get(`${deskUrl}/api/desk/catalog/items?q=a`)
    return ((await answer.json()) as { readonly index: { readonly fresh_at: string | null } }).index.fresh_at
  }
  await expect.poll(freshAt, { timeout: 20_000 }).not.toBeNull()
}
