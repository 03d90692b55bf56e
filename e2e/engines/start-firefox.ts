import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { driveByBidi } from './bidi.ts'
import type { RunningBrowser } from './driven-browser.ts'

const programs = ['firefox-esr', 'firefox']

const findFirefox = (): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(':')
    .flatMap((folder) => programs.map((program) => join(folder, program)))
    .find((file) => existsSync(file))

/** Why Firefox is unavailable on this machine, or undefined. Debian has it as `firefox-esr`. */
export const whyNoFirefox = (): string | undefined => (findFirefox() ? undefined : 'firefox-esr is not installed')

/** Disables all its own network requests. */
const preferences = {
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

/** Starts a headless Firefox with a temporary profile. */
export async function startFirefox(): Promise<RunningBrowser> {
  const program = findFirefox()
  if (!program) throw new Error('There is no Firefox.')
  const profile = mkdtempSync(join(tmpdir(), 'vendor-desk-firefox-'))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${value})`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const firefox = spawn(program, ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile], {
    // A process group of its own, so that its children end with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: profile,
      TZ: 'Asia/Baghdad',
      LANG: 'C.UTF-8',
      MOZ_CRASHREPORTER_DISABLE: '1',
    },
  })

  async function stop(): Promise<void> {
    if (firefox.pid !== undefined && firefox.exitCode === null && firefox.signalCode === null) {
      const isOver = once(firefox, 'exit')
      process.kill(-firefox.pid, 'SIGKILL')
      await isOver
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }

  try {
    const browser = await driveByBidi(await addressOf(firefox))
    return {
      browser,
      async stop() {
        await browser.quit()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const startLimitMs = 30_000

/** The address in its output. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('It has no output.')
  const lines = createInterface(stderr)
  const late = setTimeout(() => lines.close(), startLimitMs)
  try {
    for await (const line of lines) {
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
      if (address !== undefined) return address
    }
  } finally {
    clearTimeout(late)
    // Drains later output, because a full pipe would block it.
    stderr.resume()
  }
  throw new Error('Firefox did not start.')
}
