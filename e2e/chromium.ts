import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** The Chromium of this machine; `CHROMIUM_PATH` names another. @throws where there is none. */
export function chromiumPath(): string {
  const found = findChromium()
  if (!found) throw new Error('There is no Chromium. Install Debian’s package `chromium`, or set CHROMIUM_PATH.')
  return found
}

export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
}
