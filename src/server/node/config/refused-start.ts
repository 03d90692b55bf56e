import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Clock } from '#contract/clock.ts'
import { readDatabase } from '#server/node/storage/database-place.ts'
import { openStore } from '#server/node/storage/open-store.ts'
import { notesBy } from '#server/auth/auth-log.ts'
import type { LogEntry } from '#server/storage/store.ts'

// A service that is started again each second says the same each time; it is told once an hour.
const rowsLookedAt = 50
const recentMs = 60 * 60 * 1000

/**
 * Writes down that a desk did not start, and why, in the log that is shown on its screens, where there is one already:
 * whoever looks there next need not have seen the terminal. `message` names the setting, never its value. Never rejects.
 */
export async function noteRefusedStart(env: NodeJS.ProcessEnv, message: string, clock: Clock): Promise<void> {
  // The practice store keeps no log.
  if (!env['VENDOR_BASE_URL']) return
  try {
    const place = readDatabase(env['DATABASE_URL'])
    if (place.kind === 'file' && !existsSync(resolve(place.file))) return
    // Another desk may be at work on it.
    const store = await openStore(place, { clock, log: () => undefined, exclusive: false })
    const note = notesBy(clock, null)('start', message, 'failed')
    const { entries } = await store.readLog({ limit: rowsLookedAt })
    const isSame = ({ what, about, at }: LogEntry) =>
      what === note.what && about === note.about && Math.abs(note.at - at) < recentMs
    if (!entries.some(isSame)) await store.appendLog(note)
    await store.close()
  } catch {
    // It stands on the terminal and in the service's log all the same.
  }
}
