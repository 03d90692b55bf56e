import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const torture = fileURLToPath(new URL('../../../../e2e/torture/action-kills.ts', import.meta.url))

test('a kill -9 between a tap and its answer sends nothing twice, and the next server finds out what came of it', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [torture, '5'])
  expect(JSON.parse(stdout)).toMatchObject({ kills: 5, taps: 20, unreconciled: 0, wrong: 0 })
}, 120_000)
