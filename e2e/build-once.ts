import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Builds the page and the demo as they are shipped, before the first test. */
export default function buildOnce(): void {
  for (const mode of ['production', 'demo']) {
    const args = ['exec', '-c', `vite build --mode ${mode} --logLevel warn`]
    const { status } = spawnSync('npm', args, { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit' })
    if (status !== 0) throw new Error(`The ${mode} build failed.`)
  }
}
