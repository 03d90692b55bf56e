import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, sara } from './fixture.ts'
import type { RunningShop } from './shop-process.ts'

/** Every address except an order's, and what the loaded screen shows. */
export const screens = [
  ['/', 'New'],
  ['/history', 'History'],
  ['/catalog/items', 'Items'],
  ['/catalog/categories', 'Categories'],
  ['/catalog/brands', 'Brands'],
  ['/catalog/attributes', 'Attributes'],
  ['/tablets', 'Tablets'],
  ['/printers', 'No printer yet'],
  ['/alerts', 'Who is alerted'],
  ['/webhooks', 'No webhook yet'],
  ['/api-keys', 'No API key yet'],
  ['/api-keys/reference', 'API reference'],
  ['/shops', 'All shops'],
  ['/staff', 'Staff'],
  ['/log', 'Log'],
  ['/connection', 'Order notifications'],
  ['/settings', 'This tablet'],
  ['/reports', 'Start of the shift'],
  ['/sign-in', 'Sign in'],
  ['/enrol', 'Pair this tablet'],
  ['/nowhere', 'Page not found'],
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

/** Pairs the browser as a person does, by the link of a new pairing code. @returns the code. */
export async function pairByLink(page: Page, { command }: Pick<RunningShop, 'command'>): Promise<string> {
  const { url, code } = JSON.parse(command(['enrol', '--json'])) as { readonly url: string; readonly code: string }
  await page.goto(url)
  await expect(page.getByRole('textbox', { name: 'Pairing code' })).toHaveValue(code)
  await page.getByRole('textbox', { name: 'Tablet name' }).fill('Counter')
  await page.getByRole('button', { name: 'Pair this tablet' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toBeVisible()
  return code
}

/** Sends the form of the sign-in screen, wherever it is shown. */
export async function signIn(page: Page, { name, pin } = sara): Promise<void> {
  await page.getByRole('combobox', { name: 'Name' }).selectOption(name)
  await page.getByRole('textbox', { name: 'PIN' }).fill(pin)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The button that shows who is signed in, and opens the panel of the account. */
const account = (page: Page): Locator => page.getByRole('button', { name: 'Account' })

/** Opens the sign-in screen from any other. */
export async function toSignIn(page: Page): Promise<void> {
  await account(page).click()
  await page.getByRole('dialog', { name: 'Account' }).getByRole('link', { name: 'Sign in' }).click()
}

/** Signs the person out. */
export async function lock(page: Page): Promise<void> {
  await account(page).click()
  await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Lock' }).click()
}

/** Waits until a desk has indexed its whole catalog, which the first request for it starts; asks as the page's tablet. */
export async function catalogGathered(page: Page, deskUrl: string): Promise<void> {
  const freshAt = async () => {
    const answer = await page.request.get(`${deskUrl}/api/desk/catalog/items?q=a`)
    return ((await answer.json()) as { readonly index: { readonly fresh_at: string | null } }).index.fresh_at
  }
  await expect.poll(freshAt, { timeout: 20_000 }).not.toBeNull()
}

/** A scanner's pace: seconds between two keys. */
const pace = 0.005

/**
 * Types a code and Enter as a scanner does. The browser gets the time of each key, so that the pace is right on a busy
 * machine too.
 */
export async function scan(page: Page, barcode: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const from = Date.now() / 1000
  const keys = [...barcode].map((key) => ({ key, text: key, code: codeOf(key) }))
  const typed = [...keys, { key: 'Enter', text: '\r', code: 'Enter', windowsVirtualKeyCode: 13 }].flatMap(
    (key, index) => {
      const timestamp = from + index * pace
      return [
        devtools.send('Input.dispatchKeyEvent', { ...key, type: 'keyDown', timestamp }),
        devtools.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp', timestamp }),
      ]
    },
  )
  await Promise.all(typed)
  await devtools.detach()
}

const codeOf = (key: string): string => (/\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`)
