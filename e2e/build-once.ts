import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Builds the page and the demo as they are shipped, at the same time, before the first test. */
export default async function buildOnce(): Promise<void> {
  await Promise.all(['production', 'demo'].map(build))
}

async function build(mode: string): Promise<void> {
  const args = ['exec', '-c', `vite build --mode ${mode} --logLevel warn`]
  const [status] = await once(spawn('npm', args, { cwd: root, stdio: 'inherit' }), 'exit')
  if (status !== 0) throw new Error(`The ${mode} build failed.`)
}
