import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildIfStale } from '#build/build-if-stale.ts'

// npm run torture [-- --tenth | --sample] [-- --seed NUMBER]: all long runs. `--tenth` runs a tenth of each, without
// those that `npm test` already samples. `--sample` is half a minute of the runs that kill a server or check the disk.
// Each run prints one line, and can be started by itself with its own count and seed. The last line is the overall
// result.

const { values } = parseArgs({
  options: { tenth: { type: 'boolean' }, sample: { type: 'boolean' }, seed: { type: 'string', default: '42' } },
})
const { tenth: isTenth = false, sample: isSample = false, seed } = values
const some = (count: number) => String(isTenth ? count / 10 : count)

interface LongRun {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly environment?: NodeJS.ProcessEnv
}

const script = (name: string, ...args: readonly string[]): LongRun => ({
  name: [name, ...args].join(' '),
  command: process.execPath,
  args: [fileURLToPath(new URL(name, import.meta.url)), ...args],
})

const ofTests = (name: string, file: string, count: number): LongRun => ({
  name,
  command: 'npm',
  args: ['exec', '-c', `vitest run --project node ${file}`],
  environment: { TORTURE_RUNS: some(count), TORTURE_SEED: seed },
})

/**
 * Proves that no acknowledged order, no attempt and no delivery is lost: servers killed under load, and the order of disk
 * calls.
 */
const sample: readonly LongRun[] = [
  script('action-kills.ts', '5', seed),
  script('store-kill.ts', '5', seed),
  script('store-fsync.ts'),
  script('webhooks.ts', '2', seed),
]

/** The longest first, so that both cores are busy to the end. */
const whole: readonly LongRun[] = [
  ofTests('stories of tablets, faults and crashes', 'src/server/actions/actions-model.test.ts', 20_000),
  script('servers.ts', isTenth ? '2' : '54', seed),
  script('action-kills.ts', some(500), seed),
  script('restarts.ts', some(200), seed),
  ofTests('damaged orders', 'src/contract/vendor/order.test.ts', 100_000),
  script('attempts.ts', 'taps', some(50_000), seed),
  script('fuzz.ts', some(100_000), seed),
  script('store-kill.ts', some(100), seed),
  script('webhooks.ts', some(40), seed),
  script('store-fsync.ts'),
  ...(isTenth
    ? []
    : [
        script('attempts.ts', 'answers-lost', '500', seed),
        script('attempts.ts', 'races', '1000', seed),
        script('orders-flood.ts', '10000', seed),
        script('feed-faults.ts', '10', seed),
        script('clock.ts', '40', seed),
      ]),
]
const runs = isSample ? sample : whole
/** Two at once use both cores. Whole runs have tight time limits and run one by one. */
const atOnce = isTenth || isSample ? 2 : 1

const closeLimitMs = 5000

const secondsSince = (from: number) => Math.round((performance.now() - from) / 1000)

/** @returns whether a run succeeded; prints its output at the end, because others run in parallel. */
async function holds({ name, command, args, environment }: LongRun): Promise<boolean> {
  const began = performance.now()
  console.info(`begun: ${name}`)
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const saidWhole = once(child, 'close')
  const [status] = await once(child, 'exit')
  // A process that it left behind may keep its output open.
  await Promise.race([saidWhole, sleep(closeLimitMs, undefined, { ref: false })])
  console.info(`\n${name}, ${secondsSince(began)} s${status === 0 ? '' : `, ended with ${status}`}\n${output.trim()}\n`)
  return status === 0
}

const began = performance.now()
// Two runs would both build a missing page.
await buildIfStale(fileURLToPath(new URL('../../dist/', import.meta.url)))
const waiting = runs.values()
const failed: string[] = []

async function work(): Promise<void> {
  // They share the queue; after a failure no further run starts.
  for (const run of waiting) {
    if (!(await holds(run))) failed.push(run.name)
    if (failed.length > 0) return
  }
}
await Promise.all(Array.from({ length: atOnce }, work))

const of = `Long runs, seed ${seed}:`
if (failed.length > 0) {
  console.error(`${of} ${failed.join(' and ')} did not hold.`)
  process.exit(1)
}
console.info(`${of} all ${runs.length} held, in ${Math.round(secondsSince(began) / 6) / 10} min.`)
