import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { RunningDesk } from '../desk-process.ts'
import type { Held } from '../held-by-desk.ts'
import { startShop } from '../shop-process.ts'
import { median } from '../bench/figures.ts'
import { beginBusyDay } from './busy-day.ts'

// npm run soak [-- --minutes NUMBER] [-- --seed NUMBER]: a day in an hour. Tablets and streams come and go, orders are
// placed, answered and closed, people sign in, tablets are paired and removed, the catalog is browsed. Once a minute
// all load pauses, and the server's memory is printed. Fails if the last third of the minutes after the first few holds
// more than the first third, which would be a leak.

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string', default: '42' } },
})
const minutes = Number(values.minutes)
const minuteMs = 60_000
/** A little longer than idle connections are kept open. */
const stillMs = 7000

/** How far the median of the last third may exceed that of the first; measurements vary. */
const allowed: Readonly<Record<keyof Held, (before: number) => number>> = {
  heapMiB: (before) => before * 1.05 + 1,
  residentMiB: (before) => before * 1.15 + 10,
  descriptors: (before) => before + 3,
  waitedFor: (before) => before + 5,
}

/** Makes a desk inspectable. */
const inspectable = { NODE_OPTIONS: `--import=${new URL('../held-by-desk.ts', import.meta.url).href}` }
const inspectLimitMs = 30_000

const shop = await startShop(7200, { LOG_LEVEL: 'warn', ...inspectable })
const day = await beginBusyDay(shop, Number(values.seed))
const held: Held[] = []
for (let minute = 1; minute <= minutes; minute += 1) {
  const start = performance.now()
  await sleep(minuteMs - stillMs)
  await day.holdStill()
  await sleep(stillMs)
  const now = await inspectDesk(shop.desk)
  held.push(now)
  if (minute < minutes) day.runForever()
  const figures = Object.entries(now).map(([name, value]: [string, number]) => `${name} ${value.toFixed(1)}`)
  const counts = [...day.done].map(([name, count]) => `${count} ${name}`)
  const seconds = Math.round((performance.now() - start) / 1000)
  console.info(`${minute} (${seconds} s): ${figures.join(', ')}; ${counts.join(', ')}; ${day.wrong.length} wrong`)
}
// Read before the end, because requests to a stopped desk fail.
const wrong = [...day.wrong]
await day.stop()
await shop.stop()

// A process allocates its working memory in the first minutes.
const judged = held.slice(Math.min(5, Math.floor(minutes / 4)))
const third = Math.max(1, Math.floor(judged.length / 3))
const grown = (Object.keys(allowed) as (keyof Held)[]).flatMap((name) => {
  const [before, after] = [judged.slice(0, third), judged.slice(-third)].map((part) =>
    median(part.map((one) => one[name])),
  )
  const isFlat = before !== undefined && after !== undefined && after <= allowed[name](before)
  return isFlat ? [] : [`${name} grew from ${before?.toFixed(1)} to ${after?.toFixed(1)}`]
})
for (const what of [...grown, ...wrong.slice(0, 20)]) console.error(what)
const isFlat = grown.length === 0 && wrong.length === 0
console.info(isFlat ? 'flat: nothing is kept that is not let go' : 'not flat')
process.exit(isFlat ? 0 : 1)

/** Inspects a desk started with `inspectable`. */
async function inspectDesk({ pid, output }: RunningDesk): Promise<Held> {
  if (pid === undefined) throw new Error('The desk does not run.')
  const lines = () => output().match(/^\{"event":"held".*$/gm) ?? []
  const before = lines().length
  process.kill(pid, 'SIGUSR2')
  for (const end = performance.now() + inspectLimitMs; lines().length === before; await sleep(50))
    if (performance.now() > end) throw new Error('The desk does not say what it holds.')
  const { held } = JSON.parse(lines().at(-1) ?? '{}') as { readonly held: Omit<Held, 'descriptors'> }
  return { ...held, descriptors: process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0 }
}
