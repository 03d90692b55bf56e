import type { Page } from '@playwright/test'
import { expect } from './fixture.ts'

/** Does the whole drill on the screen, which takes about a minute. `controls` is the button with the controls. */
export async function goThroughDrill(page: Page, controls: 'Practice store' | 'Demo'): Promise<void> {
  await page.getByRole('button', { name: controls }).click()
  await page.getByRole('button', { name: 'Start the practice run' }).click()
  await accept(page, 'A customer orders')
  await accept(page, 'twice. It is on the board once')
  await accept(page, 'The service’s answer to your accept gets lost')
  await accept(page, 'The Wi-Fi was down')

  await openStep(page, 'sold out')
  await page.getByRole('button', { name: 'Reject order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject order' })
  await dialog.getByRole('radio', { name: 'Some items are not available' }).check()
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('button', { name: 'Send rejection' }).click()

  await openStep(page, 'The customer changed')
  await expect(page.getByText('The customer changed the order')).toBeVisible()
  await page.getByRole('button', { name: 'Accept order' }).click()
  await accept(page, '30 seconds are left')
  await openStep(page, 'is packed')
  await page.getByRole('button', { name: 'Mark as ready' }).click()

  await expect(page.getByText('8 of 8 done.')).toBeVisible({ timeout: 30_000 })
  const rows = page.getByRole('region', { name: 'Practice run' }).getByRole('row')
  await expect(rows).toHaveCount(9)
  await expect(rows.nth(3)).toContainText(/An accept whose answer got lost.*1$/)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(rows).toHaveCount(0)
}

async function openStep(page: Page, task: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: task })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Open' }).click()
}

async function accept(page: Page, task: string): Promise<void> {
  await openStep(page, task)
  await page.getByRole('button', { name: 'Accept order' }).click()
}
