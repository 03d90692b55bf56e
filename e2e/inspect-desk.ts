import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningDesk } from './desk-process.ts'

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

/** The environment for `startDesk` that makes a desk inspectable. */
export const inspectable = { NODE_OPTIONS: `--import=${new URL('held-by-desk.ts', import.meta.url).href}` }

const timeoutMs = 30_000

/** Inspects a desk started with it. */
export async function inspectDesk({ pid, output }: RunningDesk): Promise<Held> {
  if (pid === undefined) throw new Error('The desk does not run.')
  const lines = () => output().match(/^\{"event":"held".*$/gm) ?? []
  const before = lines().length
  process.kill(pid, 'SIGUSR2')
  for (const end = performance.now() + timeoutMs; lines().length === before; await sleep(50))
    if (performance.now() > end) throw new Error('The desk does not say what it holds.')
  const { held } = JSON.parse(lines().at(-1) ?? '{}') as { readonly held: Omit<Held, 'descriptors'> }
  return { ...held, descriptors: process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0 }
}
