import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { endWithUs, exitWhenTold } from '../end-with-us.ts'
import { parts } from './parts.ts'
import type { Row } from './row.ts'

// npm run bench [-- --only NAME] [-- --json]: each figure beside its peer or floor, measured in the same run.

/** The longest part takes six minutes here. */
const partLimitMs = 30 * 60 * 1000

/**
 * Runs a part in its own process: garbage of earlier parts would be collected during its measurements, and a failing
 * part would end them all.
 */
async function measure(name: string, isWanted: boolean): Promise<readonly Row[]> {
  const words = [fileURLToPath(new URL('part.ts', import.meta.url)), name, ...(isWanted ? ['wanted'] : [])]
  const child = endWithUs(
    spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], timeout: partLimitMs }),
    'SIGTERM',
  )
  const [json, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (child.killed) throw new Error(`It took longer than ${partLimitMs / 60_000} minutes.`)
  if (code !== 0) throw new Error(`It ended with ${code ?? signal}.`)
  return JSON.parse(json) as readonly Row[] // As part.ts wrote them.
}

exitWhenTold()
const only = process.argv.includes('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '') : undefined
const chosen = Object.keys(parts).filter((name) => only === undefined || only === name)
if (chosen.length === 0) {
  console.error(`There is no measurement "${only}". There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
const rows: Row[] = []
const failed: string[] = []
for (const name of chosen) {
  const startedAt = performance.now()
  console.error(`${name} …`)
  // A failing part costs only its own rows.
  try {
    rows.push(...(await measure(name, only !== undefined)))
    console.error(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  } catch (error) {
    failed.push(name)
    console.error(`${name} broke:`, error)
  }
}

if (process.argv.includes('--json')) {
  console.info(JSON.stringify(rows, null, 2))
} else {
  console.table(
    rows.map(({ name, unit, value, peer, peerValue }) => ({
      what: name,
      [`ours`]: `${value.toFixed(1)} ${unit}`,
      'beside it': `${peerValue.toFixed(1)} ${unit} (${peer})`,
      // There is no ratio to zero.
      ratio: peerValue === 0 ? '' : (value / peerValue).toFixed(2),
    })),
  )
}
if (failed.length > 0) {
  console.error(`Not measured: ${failed.join(', ')}.`)
  process.exitCode = 1
}
