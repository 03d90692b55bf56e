import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// npm run torture [-- --tenth] [-- --seed NUMBER]: all long runs, one after the other. With `--tenth` a tenth of each, but
// for those of which `npm test` runs a tenth already. Each says in one line what it saw, and can be run by itself with
// its own count and seed.

const { values } = parseArgs({ options: { tenth: { type: 'boolean' }, seed: { type: 'string', default: '42' } } })
const some = (count: number) => String(values.tenth ? count / 10 : count)

function run(name: string, command: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}): void {
  console.info(`\n${name}`)
  const { status } = spawnSync(command, words, { stdio: 'inherit', env: { ...process.env, ...environment } })
  if (status !== 0) process.exit(status ?? 1)
}

const script = (name: string, ...words: readonly string[]) =>
  run(name, process.execPath, [fileURLToPath(new URL(name, import.meta.url)), ...words])

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
  script('servers.ts', '40', values.seed)
}
