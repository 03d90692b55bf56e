import { board } from './board.ts'
import { bytes } from './bytes.ts'
import { cards } from './cards.ts'
import { catalogScreen } from './catalog-screen.ts'
import { catalog } from './catalog-walk.ts'
import { durable } from './durable.ts'
import { footprint } from './footprint.ts'
import { lighthouse } from './lighthouse.ts'
import type { Row } from './row.ts'
import { severalServers } from './several-servers.ts'
import { proxiedReads } from './reads.ts'
import { streamsTold } from './streams.ts'

// npm run bench [-- --only NAME] [-- --json]: each figure beside its peer or floor, measured in the same run.

const suites: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  bytes,
  cards,
  board,
  durable,
  servers: severalServers,
  streams: streamsTold,
  reads: proxiedReads,
  footprint,
  catalog,
  'catalog-screen': catalogScreen,
  lighthouse,
}

const only = process.argv.includes('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '') : undefined
const chosen = Object.entries(suites).filter(([name]) => only === undefined || only === name)
if (chosen.length === 0) {
  console.error(`There is no measurement "${only}". There are: ${Object.keys(suites).join(', ')}.`)
  process.exit(2)
}
const rows: Row[] = []
for (const [, run] of chosen) rows.push(...(await run()))

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
