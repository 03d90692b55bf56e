import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
/** Without windows, notifications and installation; uses a fifth less CPU. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']

/** The path of the machine's full Chromium; `CHROMIUM_PATH` overrides it. @throws if there is none. */
export function chromiumPath(): string {
  const found = findChromium()
  if (!found) throw new Error('There is no Chromium. Install Debian’s package `chromium`, or set CHROMIUM_PATH.')
  return found
}

export const findChromium = (): string | undefined => find(names)
/** The browser for tests that need no more than a shell. */
export const findShell = (): string | undefined => find([...shells, ...names])

function find(wanted: readonly string[]): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}
