import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningDesk } from './desk-process.ts'

/** A wrong clock for a desk's machine. */
export interface WrongClock {
  /** The environment for the desk. */
  readonly environment: Readonly<Record<string, string>>
  /** Sets it to this many ms beside the right time, also while the desk runs. */
  set(byMs: number, desk: Pick<RunningDesk, 'pid'> | undefined): void
  remove(): void
}

export function createWrongClock(byMs: number): WrongClock {
  const folder = mkdtempSync(join(tmpdir(), 'clock-'))
  const file = join(folder, 'wrong-by')
  writeFileSync(file, String(byMs))
  const preload = new URL('clock-of-desk.ts', import.meta.url).href
  return {
    environment: { CLOCK_FILE: file, NODE_OPTIONS: `--import=${preload}` },
    set(nextMs, desk) {
      writeFileSync(file, String(nextMs))
      if (desk?.pid !== undefined) process.kill(desk.pid, 'SIGUSR2')
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
