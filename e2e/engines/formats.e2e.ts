import { expect, test } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { engines } from './engines.ts'

/** The product's own code as one script that evaluates to the table. */
async function scriptOf(file: string): Promise<string> {
  const entry = fileURLToPath(new URL(file, import.meta.url))
  const lib = { entry, name: 'formats', formats: ['iife' as const] }
  const made = await build({ configFile: false, logLevel: 'silent', build: { lib, write: false, minify: false } })
  const [first] = Array.isArray(made) ? made : [made]
  const { output } = first as { readonly output: readonly { readonly code?: string }[] }
  return `${output[0]?.code ?? ''}; return formats.writeFormats()`
}

/** Engines differ in the spaces and marks between a number and its currency, which readers do not notice. */
const readAs = (written: unknown) =>
  Object.fromEntries(
    Object.entries(written as Record<string, string>).map(([key, text]) => [
      key,
      text.replaceAll(/[\u200E\u200F\u061C]/g, '').replaceAll(/[\u00A0\u202F]/g, ' '),
    ]),
  )

for (const { name, why, start } of engines) {
  const missing = why()

  test(
    `formats amounts, digits, times and days alike in Chromium and in ${name}, in every language`,
    { tag: '@long' },
    async ({ page }) => {
      test.skip(missing !== undefined, missing)
      const script = await scriptOf('./formats.ts')
      const inChromium = await page.evaluate((text) => {
        const script = `(() => { ${text} })()`
        // oxlint-disable-next-line no-eval -- the script is our own, on an empty page
        return (0, eval)(script) as unknown
      }, script)
      const { browser, stop } = await start()
      try {
        await browser.open('about:blank')
        const inOther = await browser.run(script)
        expect(Object.keys(readAs(inOther)).length).toBeGreaterThan(100)
        expect(readAs(inOther)).toEqual(readAs(inChromium))
      } finally {
        await stop()
      }
    },
  )
}
