import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * All that axe finds on a page, of whatever weight. What it passes it need not describe: a page of 100 rows would take
 * 15 s. And no page of ours has frames: without the way that looks into those it needs no second page, and half the time.
 */
export async function findViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations
}
