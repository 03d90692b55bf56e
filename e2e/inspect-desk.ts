import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningDesk } from './desk-process.ts'

/** What a process holds, after its garbage was collected. */
export interface Held {
  /** MiB that live objects take, and what the system counts as the process's. */
  readonly heapMiB: number
  readonly residentMiB: number
  /** Open descriptors; only Linux tells. */
  readonly descriptors: number
  /** Timers, and whatever else the loop waits for. */
  readonly waitedFor: number
}

/** For `startDesk`: so that it can be looked into. */
export const inspectable = { NODE_OPTIONS: `--import=${new URL('held-by-desk.ts', import.meta.url).href}` }

const timeoutMs = 30_000

/** Looks into a desk that was started so. */
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
