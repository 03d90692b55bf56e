import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { DatabasePlace } from '#server/node/storage/database-place.ts'

// Where a server is reached whose port the system chose, noted beside its database's file for the `desk` command. Beside
// PostgreSQL there is no such place, nor one server.

const noteOf = (place: DatabasePlace): string | undefined =>
  place.kind === 'file' ? `${place.file}.origin` : undefined

/** @returns what takes the note back. Without it a link has no address, and all else is as it was: never throws. */
export function noteOrigin(place: DatabasePlace, origin: string): () => void {
  const note = noteOf(place)
  if (note === undefined) return () => undefined
  try {
    writeFileSync(note, origin, { mode: 0o600 })
  } catch {
    // Whoever wants the address finds it in the server's log.
  }
  return () => {
    try {
      rmSync(note, { force: true })
    } catch {
      // It stays, as after a server that was killed.
    }
  }
}

/** What the server that runs has noted, or one that was killed; nothing where there is no such note. */
export function notedOrigin(place: DatabasePlace): string | undefined {
  try {
    const origin = readFileSync(noteOf(place) ?? '', 'utf8')
    return URL.parse(origin)?.origin === origin ? origin : undefined
  } catch {
    return undefined
  }
}
