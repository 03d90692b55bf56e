import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Clock } from '#contract/clock.ts'
import { readDatabase } from '#server/node/storage/database-place.ts'
import { openStore } from '#server/node/storage/open-store.ts'
import { notesBy } from '#server/auth/auth-log.ts'
import type { LogEntry } from '#server/storage/store.ts'

// A supervisor may restart a failing server each second; the same message is logged once an hour.
const rowsLookedAt = 50
const recentMs = 60 * 60 * 1000

/**
 * Logs that the server did not start, and why, in an existing action log, so that people see it on their screens and
 * need no terminal. `message` names the setting and never its value. Never rejects.
 */
export async function noteRefusedStart(env: NodeJS.ProcessEnv, message: string, clock: Clock): Promise<void> {
  // The practice store has no stored log.
  if (!env['VENDOR_BASE_URL']) return
  try {
    const place = readDatabase(env['DATABASE_URL'])
    if (place.kind === 'file' && !existsSync(resolve(place.file))) return
    // Another server may be using it.
    const store = await openStore(place, { clock, log: () => undefined, exclusive: false })
    const note = notesBy(clock, null)('start', message, 'failed')
    const { entries } = await store.readLog({ limit: rowsLookedAt })
    const isSame = ({ what, about, at }: LogEntry) =>
      what === note.what && about === note.about && Math.abs(note.at - at) < recentMs
    if (!entries.some(isSame)) await store.appendLog(note)
    await store.close()
  } catch {
    // The terminal and the service's log have it anyway.
  }
}
