import { spawnSync } from 'node:child_process'
import { findChromium, findShell } from './chromium.ts'

// Prints the browser for the tests, and installs Debian's if there is none and it may.

const found = findChromium()
if (found) {
  console.info(`Browser: ${[...new Set([found, findShell()])].join(', ')}`)
} else if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
  console.info('Browser: none found; installing Debian’s chromium …')
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[] }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  const { status } = spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], quiet)
  if (status !== 0) process.exit(status ?? 1)
  console.info(`Browser: ${findChromium() ?? 'still none'}`)
} else {
  console.error('Browser: none found. Install Chromium (`apt-get install chromium`), or set CHROMIUM_PATH.')
  process.exit(1)
}
