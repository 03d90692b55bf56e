import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect } from './fixture.ts'

/** Every address except an order's, and what the loaded screen shows. */
export const screens = [
  ['/', 'Needs an answer'],
  ['/closed', 'Closed'],
  ['/catalog/items', 'Items'],
  ['/catalog/categories', 'Categories'],
  ['/catalog/brands', 'Brands'],
  ['/catalog/attributes', 'Attributes'],
  ['/tablets', 'Tablets'],
  ['/staff', 'Staff'],
  ['/log', 'Log'],
  ['/settings', 'Settings'],
  ['/shift', 'Start of the shift'],
  ['/sign-in', 'Sign in'],
  ['/enrol', 'Pair this tablet'],
  ['/nowhere', 'Nothing here'],
] as const

/** Gives the page a barcode detector that finds nothing; desktop browsers have none. */
export async function withBarcodeReader(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.assign(globalThis, {
      BarcodeDetector: class {
        static getSupportedFormats(): Promise<string[]> {
          return Promise.resolve(['ean_13'])
        }
        detect(): Promise<unknown[]> {
          return Promise.resolve([])
        }
      },
    })
  })
}

/** Replaces printing, because a browser dialog would block for ever. */
export async function withoutPrinter(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    globalThis.print = () => {
      dispatchEvent(new Event('beforeprint'))
      dispatchEvent(new Event('afterprint'))
    }
  })
}

/** Opens the camera, waits for its picture, and closes it. */
export async function lookThroughCamera(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scan with the camera' })
  const video = dialog.locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
}

/** Fills in the codes of a digital order, each with the number of its unit. @returns the dialog. */
export async function fillInCodes(page: Page, units: number, secret: string, serial: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Accept digital order' })
  await expect(dialog.getByRole('textbox', { name: 'Secret code' })).toHaveCount(units)
  for (let unit = 0; unit < units; unit += 1) {
    await dialog.getByRole('textbox', { name: 'Secret code' }).nth(unit).fill(`${secret}-${unit}`)
    await dialog.getByRole('textbox', { name: 'Serial number' }).nth(unit).fill(`${serial}-${unit}`)
  }
  return dialog
}
