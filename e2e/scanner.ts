import type { Page } from '@playwright/test'

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
