import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// npm run torture [-- --tenth] [-- --seed NUMBER]: all long runs, one after the other. With `--tenth` a tenth of each, but
// for those of which `npm test` runs a tenth already. Each says in one line what it saw, and can be run by itself with
// its own count and seed. The last line says what all of them came to.

const { values } = parseArgs({ options: { tenth: { type: 'boolean' }, seed: { type: 'string', default: '42' } } })
const runs: string[] = []
const some = (count: number) => String(values.tenth ? count / 10 : count)

function run(name: string, command: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}): void {
  const began = performance.now()
  console.info(`\n${runs.length + 1}: ${name}`)
  const { status } = spawnSync(command, words, { stdio: 'inherit', env: { ...process.env, ...environment } })
  runs.push(name)
  console.info(`${Math.round((performance.now() - began) / 1000)} s`)
  if (status === 0) return
  console.error(`\nLong runs, seed ${values.seed}: ${runs.length - 1} held, and ${name} did not.`)
  process.exit(status ?? 1)
}

const script = (name: string, ...words: readonly string[]) =>
  run(name, process.execPath, [fileURLToPath(new URL(name, import.meta.url)), ...words])

const began = performance.now()
const minutesSince = (from: number) => Math.round((performance.now() - from) / 6_000) / 10

const long = (count: number) => ({ TORTURE_RUNS: some(count), TORTURE_SEED: values.seed })
const damaged = 'vitest run --project node src/contract/vendor/order.test.ts'
run('damaged orders', 'npm', ['exec', '-c', damaged], long(100_000))
const stories = 'vitest run --project node src/proxy/actions-model.test.ts'
run('stories of tablets, faults and crashes', 'npm', ['exec', '-c', stories], long(20_000))
script('fuzz.ts', some(100_000), values.seed)
script('taps.ts', some(50_000), values.seed)
script('action-kills.ts', some(500), values.seed)
script('store-kill.ts', some(100), values.seed)
script('store-fsync.ts')
script('restarts.ts', some(200), values.seed)
if (!values.tenth) {
  script('answers-lost.ts', '500', values.seed)
  script('races.ts', '1000', values.seed)
  script('orders-flood.ts', '10000', values.seed)
  script('feed-faults.ts', '10', values.seed)
  script('clock.ts', '40', values.seed)
}
script('servers.ts', values.tenth ? '2' : '54', values.seed)
console.info(`\nLong runs, seed ${values.seed}: all ${runs.length} held, in ${minutesSince(began)} min.`)
