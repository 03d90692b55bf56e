import type { Clock } from '#contract/clock.ts'
import type { Log } from '#server/node/machine.ts'
import { type StoreCopies, StoreUnavailable } from '#server/storage/store.ts'
import { makeOwnFile, sync } from './store-file.ts'
import { once } from 'node:events'
import { readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'

// Hourly copies beside the file, for a day, in case the file is damaged.

const hourMs = 3_600_000
const firstAfterMs = 60_000
const againAfterMs = 600_000
const copiesKept = 24
/** A copy must leave room for two more of its size: orders come first. */
const roomFor = 3

export interface Copy {
  readonly file: string
  readonly at: number
}

/**
 * Copies a database consistently into a new file, which is on the disk when this resolves.
 * @throws {StoreUnavailable}
 */
export async function copyDatabase(from: string, target: string): Promise<void> {
  const to = resolve(target)
  try {
    makeOwnFile(to)
  } catch (error) {
    throw new StoreUnavailable(whyNotThere(error), { cause: error })
  }
  try {
    const worker = new Worker(new URL('store-copier.ts', import.meta.url), { workerData: { from, to } })
    await once(worker, 'exit')
    sync(to)
    sync(dirname(to))
  } catch (error) {
    rmSync(to, { force: true })
    throw new StoreUnavailable('The copy could not be written.', { cause: error })
  }
}

function whyNotThere(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (code === 'EEXIST') return 'The copy needs a file that is not there yet.'
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'The copy needs a folder that is there.'
  return `The copy cannot be written there (${code}).`
}

/**
 * Copies a database beside itself, replacing an older copy.
 * @throws if the disk has too little room or cannot be written.
 */
async function copyBeside(file: string, to: string): Promise<void> {
  const free = statfsSync(dirname(file))
  const { size } = statSync(file)
  if (free.bavail * free.bsize < size * roomFor) throw new Error('There is too little room on the disk.')
  // It gets its name when complete; a draft left by a kill is overwritten.
  const draft = `${file}.copy-draft`
  rmSync(draft, { force: true })
  await copyDatabase(file, draft)
  renameSync(draft, to)
}

/**
 * Copies the database before it is upgraded to `version`, for a return to an older program, which refuses a newer
 * database. If that fails the shop opens all the same.
 */
export async function keepBefore(file: string, version: number, log: Log): Promise<void> {
  const copy = `${file}.before-${version}`
  try {
    await copyBeside(file, copy)
    sync(dirname(file))
    log('store_kept_before', { copy: basename(copy) })
  } catch (error) {
    log('store_copy_failed', { reason: String(error) }, 'error')
  }
}

/** The copies beside a database, newest first. */
export function copiesOf(file: string): readonly Copy[] {
  const start = `${basename(file)}.copy-`
  const copies = readdirSync(dirname(file)).flatMap((name) => {
    const at = name.startsWith(start) ? momentIn(name.slice(start.length)) : Number.NaN
    return Number.isNaN(at) ? [] : [{ file: join(dirname(file), name), at }]
  })
  return copies.toSorted((one, other) => other.at - one.at)
}

/** Copies a database every hour. `stop` ends this after the copy under way. */
export function keepCopies(deps: { readonly file: string; readonly clock: Clock; readonly log: Log }): StoreCopies & {
  stop(): Promise<void>
} {
  const { file, clock, log } = deps
  const end = new AbortController()
  const { signal } = end
  let isFailing = false

  async function copy(): Promise<number> {
    // Sorted by name, which also holds after the clock was ahead and was set back.
    const newest = copiesOf(file)[0]?.at ?? 0
    await copyBeside(file, `${file}.copy-${stampOf(Math.max(clock.now(), newest + 1))}`)
    for (const old of copiesOf(file).slice(copiesKept)) rmSync(old.file, { force: true })
    sync(dirname(file))
    log('store_copied', {}, 'debug')
    return hourMs
  }

  /** The time until the next copy; a restart does not postpone it. */
  function dueInMs(): number {
    const [newest] = copiesOf(file)
    return newest ? Math.min(Math.max(newest.at + hourMs - clock.now(), firstAfterMs), hourMs) : firstAfterMs
  }

  /** @returns the delay until the next attempt in milliseconds; short after a failure. */
  async function attempt(work: () => number | Promise<number>): Promise<number> {
    try {
      const nextInMs = await work()
      isFailing = false
      return nextInMs
    } catch (error) {
      log('store_copy_failed', { reason: String(error) }, 'error')
      isFailing = true
      return againAfterMs
    }
  }

  async function run(): Promise<void> {
    let nextInMs = await attempt(dueInMs)
    for (;;) {
      await clock.sleep(nextInMs, signal)
      if (signal.aborted) return
      nextInMs = await attempt(copy)
    }
  }

  const running = run()
  return {
    areFailing: () => isFailing,
    async stop() {
      end.abort()
      await running
    },
  }
}

/** A timestamp for file names on every system: `2026-11-20T12-00-00.000Z`. */
export const stampOf = (at: number): string => new Date(at).toISOString().replaceAll(':', '-')

const momentIn = (stamp: string): number =>
  /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/.test(stamp)
    ? Date.parse(stamp.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
    : Number.NaN
