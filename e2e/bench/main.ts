import type { Row } from './row.ts'

// npm run bench [-- --only NAME] [-- --json]: each figure beside its peer or floor, measured in the same run.

/** Each brought along when it is its turn: what one of them needs would lie in the memory that another measures. */
const suites: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  bytes: async () => (await import('./bytes.ts')).bytes(),
  cards: async () => (await import('./cards.ts')).cards(),
  rows: async () => (await import('./rows-on-screen.ts')).rowsOnScreen(),
  board: async () => (await import('./board.ts')).board(),
  durable: async () => (await import('./durable.ts')).durable(),
  servers: async () => (await import('./several-servers.ts')).severalServers(),
  streams: async () => (await import('./streams.ts')).streamsTold(),
  reads: async () => (await import('./reads.ts')).proxiedReads(),
  footprint: async () => (await import('./footprint.ts')).footprint(),
  catalog: async () => (await import('./catalog-walk.ts')).catalog(),
  'catalog-screen': async () => (await import('./catalog-screen.ts')).catalogScreen(),
  lighthouse: async () => (await import('./lighthouse.ts')).lighthouse(),
}

const only = process.argv.includes('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '') : undefined
const chosen = Object.entries(suites).filter(([name]) => only === undefined || only === name)
if (chosen.length === 0) {
  console.error(`There is no measurement "${only}". There are: ${Object.keys(suites).join(', ')}.`)
  process.exit(2)
}
const rows: Row[] = []
const failed: string[] = []
for (const [name, run] of chosen) {
  const startedAt = performance.now()
  console.error(`${name} …`)
  // A part that breaks costs its own rows alone: what others measured for minutes is still shown.
  try {
    rows.push(...(await run()))
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
      // Beside nothing there is no ratio.
      ratio: peerValue === 0 ? '' : (value / peerValue).toFixed(2),
    })),
  )
}
if (failed.length > 0) {
  console.error(`Not measured: ${failed.join(', ')}.`)
  // What a part that broke has left running is not waited for.
  process.exit(1)
}
