import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const torture = (name: string) => fileURLToPath(new URL(`../../../../e2e/torture/${name}`, import.meta.url))
const run = async (name: string, ...options: string[]): Promise<unknown> => {
  const { stdout } = await promisify(execFile)(process.execPath, [torture(name), ...options])
  return JSON.parse(stdout)
}

test('has everything acknowledged before a kill -9, and the next server starts', async () => {
  expect(await run('store-kill.ts', '5')).toMatchObject({ rounds: 5, lost: 0 })
}, 60_000)

const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

test.runIf(canTrace)(
  'acknowledges nothing before it is on the disk',
  async () => {
    expect(await run('store-fsync.ts')).toMatchObject({
      store: { acknowledged: 2000, early: 0 },
      intents: { acknowledged: 300, early: 0 },
    })
  },
  60_000,
)
