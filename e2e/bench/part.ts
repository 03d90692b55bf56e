import { exitWhenTold } from '../end-with-us.ts'
import { parts } from './parts.ts'

// node e2e/bench/part.ts NAME [wanted]: measures one part and prints its rows as JSON. `wanted` if it was requested by
// name and may install what it needs.

const [name = '', wanted] = process.argv.slice(2)
const measure = parts[name]
if (!measure) throw new Error(`There is no part "${name}".`)
exitWhenTold()
const rows = await measure(wanted === 'wanted')
const bad = rows.find(({ value, peerValue }) => !Number.isFinite(value) || !Number.isFinite(peerValue))
if (bad) throw new Error(`Not measured: ${bad.name}, beside ${bad.peer}.`)
process.stdout.write(JSON.stringify(rows), () => process.exit(0))
