import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Held } from './inspect-desk.ts'

// Loaded into a desk before its own code (`--import`), for it must not be debugged: on SIGUSR2 it says in one line on
// standard output what it holds when its garbage is collected.

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // what the flag above brings

/** More than once, with turns between: what is told that something was collected lets go of more. */
async function collectAll(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    collectGarbage()
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  }
  collectGarbage()
}

async function sayWhatIsHeld(): Promise<void> {
  await collectAll()
  const { heapUsed, external, rss } = process.memoryUsage()
  const held: Omit<Held, 'descriptors'> = {
    heapMiB: (heapUsed + external) / 2 ** 20,
    residentMiB: rss / 2 ** 20,
    waitedFor: process.getActiveResourcesInfo().length,
  }
  console.info(JSON.stringify({ event: 'held', held }))
}

process.on('SIGUSR2', () => void sayWhatIsHeld())
