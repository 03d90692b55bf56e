import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const torture = fileURLToPath(new URL('../../../../e2e/torture/action-kills.ts', import.meta.url))

test('sends nothing twice after a kill -9 during an attempt, and the next server finds its outcome', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [torture, '5'])
  expect(JSON.parse(stdout)).toMatchObject({ kills: 5, taps: 20, unreconciled: 0, wrong: 0 })
}, 120_000)
