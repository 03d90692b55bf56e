import { Failure } from './failure.ts'

/** In milliseconds: a year of the log comes over a slow line by then, and a line that is dead keeps nobody waiting. */
const atMostMs = 5 * 60_000

/** Reads a file of the desk's as text. @throws {Failure} for every answer that is not a success, and for none at all. */
export async function fetchText(path: string): Promise<string> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(atMostMs) })
    if (response.ok) return await response.text()
  } catch {
    // There was none, or half of one.
  }
  throw new Failure('no_contact', 'The desk’s server did not give the file.')
}
