import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

test.each(['SIGTERM', 'SIGINT'] as const)(
  'ends and frees its port when its npm gets %s',
  async (signal) => {
    const { PATH, HOME } = process.env
    const env = { PATH, HOME, PORT: '0', npm_config_update_notifier: 'false' }
    // Detached, so that the signal reaches npm alone, and whatever is left can be ended as a group.
    const npm = spawn('npm', ['run', '-s', 'simulator'], { cwd: root, env, detached: true })
    onTestFinished(() => {
      try {
        if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL')
      } catch {
        // Nothing is left.
      }
    })
    const line = await new Promise<string>((resolve, reject) => {
      createInterface(npm.stdout).on('line', (each) => each.includes('"listening"') && resolve(each))
      npm.once('exit', () => reject(new Error('It ended.')))
    })
    const { url } = JSON.parse(line) as { readonly url: string }
    expect((await fetch(url)).status).toBe(401)
    npm.kill(signal)
    await vi.waitFor(() => expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } }), 10_000)
  },
  40_000,
)
