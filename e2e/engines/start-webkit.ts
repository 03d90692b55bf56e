import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '#testing/free-port.ts'
import type { RunningBrowser } from './driven-browser.ts'
import { driveBrowser } from './webdriver.ts'

const findBrowser = (): string | undefined => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').at(-1)

/** Why WebKit is unavailable on this machine, or undefined. Debian has it as `webkit2gtk-driver xvfb dbus`. */
export function whyNoWebkit(): string | undefined {
  const missing = ['WebKitWebDriver', 'Xvfb', 'dbus-run-session'].find(
    (tool) => !(process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, tool))),
  )
  if (missing) return `${missing} is not installed`
  return findBrowser() ? undefined : 'WebKitGTK’s MiniBrowser is not installed'
}

/** A D-Bus that starts no services, because those of a desktop would outlive the browser. */
const bus = `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`

/** Starts a WebKit on a virtual screen. */
export async function startWebkit(): Promise<RunningBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'vendor-desk-webkit-'))
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const display = await firstLine(screen)
  const port = await freePort()
  const busFile = join(home, 'bus.conf')
  writeFileSync(busFile, bus)
  const { PATH = '' } = process.env
  const driver = spawn(
    'dbus-run-session',
    [`--config-file=${busFile}`, '--', 'WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'],
    {
      // A process group of its own, so that the browser ends with it.
      detached: true,
      stdio: 'ignore',
      env: {
        PATH,
        HOME: home,
        DISPLAY: `:${display}`,
        TZ: 'Asia/Baghdad',
        LANG: 'C.UTF-8',
        // Root has no sandbox here, and there is no graphics card.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
      },
    },
  )

  async function stop(): Promise<void> {
    if (driver.pid !== undefined && driver.exitCode === null) {
      process.kill(-driver.pid, 'SIGTERM')
      await once(driver, 'exit')
    }
    screen.kill('SIGTERM')
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }

  try {
    const address = `http://127.0.0.1:${port}`
    await isReady(address)
    const browser = await driveBrowser(address, {
      'webkitgtk:browserOptions': { binary: findBrowser(), args: ['--automation'] },
    })
    return {
      browser,
      async stop() {
        await browser.quit().catch(() => undefined)
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('It has no output.')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return line
}

const startLimitMs = 15_000

async function isReady(address: string): Promise<void> {
  const end = Date.now() + startLimitMs
  for (;;) {
    const answer = await fetch(`${address}/status`).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > end) throw new Error('The driver of WebKit did not start.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
