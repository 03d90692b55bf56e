import { setImmediate as nextTurn } from 'node:timers/promises'
import { collectGarbage } from './collect-garbage.ts'

// Preloaded into a desk (`--import`), which must not be debugged: on SIGUSR2 it prints its memory use after a garbage
// collection in one line.

/** The resources of a process after a garbage collection. */
export interface Held {
  /** Live objects, and the resident size. */
  readonly heapMiB: number
  readonly residentMiB: number
  /** Open file descriptors; Linux only. */
  readonly descriptors: number
  /** Timers and other active handles of the event loop. */
  readonly waitedFor: number
}

/** Repeated, with turns of the event loop, because finalizers release more. */
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
