import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { DatabasePlace } from '#server/node/storage/database-place.ts'

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
