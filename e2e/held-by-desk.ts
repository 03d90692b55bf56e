import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Held } from './inspect-desk.ts'

// Loaded into a desk before its own code (`--import`), for it must not be debugged: on SIGUSR2 it says in one line on
// standard output what it holds when its garbage is collected.

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // what the flag above brings

process.on('SIGUSR2', () => {
  // Once more for what only the first round let go.
  collectGarbage()
  collectGarbage()
  const { heapUsed, external, rss } = process.memoryUsage()
  const held: Omit<Held, 'descriptors'> = {
    heapMiB: (heapUsed + external) / 2 ** 20,
    residentMiB: rss / 2 ** 20,
    waitedFor: process.getActiveResourcesInfo().length,
  }
  console.info(JSON.stringify({ event: 'held', held }))
})
