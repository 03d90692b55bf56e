import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
/** The same without windows, notifications and installing: it needs a fifth less of the processor. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']

/** The Chromium of this machine, as people have it; `CHROMIUM_PATH` names another. @throws where there is none. */
export function chromiumPath(): string {
  const found = findChromium()
  if (!found) throw new Error('There is no Chromium. Install Debian’s package `chromium`, or set CHROMIUM_PATH.')
  return found
}

export const findChromium = (): string | undefined => find(names)
/** What tests run in that can do without the rest of it. */
export const findShell = (): string | undefined => find([...shells, ...names])

function find(wanted: readonly string[]): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}
