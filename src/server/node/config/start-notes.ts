import type { Clock } from '#contract/clock.ts'
import { notesBy } from '#server/auth/auth-outcomes.ts'
import { openStore } from '#server/node/storage/open-store.ts'
import { type DatabasePlace, readDatabase } from './config-values.ts'
import type { LogEntry } from '#server/storage/store.ts'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

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

// The address of a server whose port the system chose, in a file beside its database, for the `desk` command. With
// PostgreSQL there is no such place, and may be several servers.

const noteOf = (place: DatabasePlace): string | undefined =>
  place.kind === 'file' ? `${place.file}.origin` : undefined

/**
 * Writes the file. Without it links have no address and all else works, so it never throws.
 * @returns a function that removes it.
 */
export function noteOrigin(place: DatabasePlace, origin: string): () => void {
  const note = noteOf(place)
  if (note === undefined) return () => undefined
  try {
    writeFileSync(note, origin, { mode: 0o600 })
  } catch {
    // The address is also in the server's log.
  }
  return () => {
    try {
      rmSync(note, { force: true })
    } catch {
      // The file stays, as after a server that was killed.
    }
  }
}

/** Reads the address of the running server, or of one that was killed; undefined if there is no file. */
export function notedOrigin(place: DatabasePlace): string | undefined {
  try {
    const origin = readFileSync(noteOf(place) ?? '', 'utf8')
    return URL.parse(origin)?.origin === origin ? origin : undefined
  } catch {
    return undefined
  }
}
