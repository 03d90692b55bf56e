import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endWithUs, exitOnSignal } from '../end-with-us.ts'
import type { Row } from './figures.ts'

// npm run bench [-- --only NAME] [-- --json]: each figure beside its peer or floor, measured in the same run. `--part`
// is this program's own: it measures one part and prints its rows.

/** Each is imported when it runs, so that its code does not count in the memory that another measures. */
const parts: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  rows: async () => (await import('./rows-on-screen.ts')).rowsOnScreen(),
  cards: async () => (await import('./cards.ts')).cards(),
  board: async () => (await import('./board.ts')).board(),
  durable: async () => (await import('./durable.ts')).durable(),
  servers: async () => (await import('./durable.ts')).severalServers(),
  streams: async () => (await import('./streams.ts')).streams(),
  reads: async () => (await import('./reads.ts')).reads(),
  station: async () => (await import('./station.ts')).station(),
  printing: async () => (await import('./printing.ts')).printing(),
  reports: async () => (await import('./reports.ts')).reportsOverMonths(),
  footprint: async () => (await import('./footprint.ts')).footprint(),
  catalog: async () => (await import('./catalog.ts')).catalog(),
  'catalog-screen': async () => (await import('./catalog-screen.ts')).catalogScreen(),
  lighthouse: async () => (await import('./lighthouse.ts')).lighthouse(),
}

/**
 * Runs a part in its own process: garbage of earlier parts would be collected during its measurements, and a failing
 * part would end them all.
 */
async function measure(name: string): Promise<readonly Row[]> {
  const args = [fileURLToPath(import.meta.url), '--part', name]
  const child = endWithUs(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }), 'SIGTERM')
  const [json, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`It ended with ${code ?? signal}.`)
  return JSON.parse(json) as readonly Row[] // As the part wrote them.
}

exitOnSignal()
const { values } = parseArgs({
  options: { only: { type: 'string' }, json: { type: 'boolean' }, part: { type: 'string' } },
})
if (values.part !== undefined) {
  const found = (await parts[values.part]?.()) ?? []
  const bad = found.find(({ value, peerValue }) => !Number.isFinite(value) || !Number.isFinite(peerValue))
  if (bad) throw new Error(`Not measured: ${bad.name}, beside ${bad.peer}.`)
  await new Promise((resolve) => void process.stdout.write(JSON.stringify(found), resolve))
  process.exit(0)
}

// Lighthouse is installed only on request.
const chosen = Object.keys(parts).filter((name) => (values.only ?? (name === 'lighthouse' ? '' : name)) === name)
if (chosen.length === 0) {
  console.error(`There is no measurement "${values.only}". There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
const rows: Row[] = []
const failed: string[] = []
for (const name of chosen) {
  const startedAt = performance.now()
  console.error(`${name} …`)
  // A failing part costs only its own rows.
  try {
    rows.push(...(await measure(name)))
    console.error(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  } catch (error) {
    failed.push(name)
    console.error(`${name} broke:`, error)
  }
}

if (values.json) {
  console.info(JSON.stringify(rows, null, 2))
} else {
  console.table(
    rows.map(({ name, unit, value, peer, peerValue }) => ({
      what: name,
      ours: `${value.toFixed(1)} ${unit}`,
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
