import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * All of axe's violations on a page, of any impact. Passed checks are not reported, because a page of 100 rows would
 * take 15 s. The legacy mode, without support for frames, halves the time.
 */
export async function findViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations
}
