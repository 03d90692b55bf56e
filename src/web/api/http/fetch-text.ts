import { Failure } from './failure.ts'

/** Long enough for a year of the log over a slow connection. */
const fileLimitMs = 5 * 60_000

/** Reads a file of the desk as text. @throws {Failure} for every answer that is not a success, and without an answer. */
export async function fetchText(path: string): Promise<string> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(fileLimitMs) })
    if (response.ok) return await response.text()
  } catch {
    // Fails below, like an answer that is not a success.
  }
  throw new Failure('no_contact', 'The desk’s server did not give the file.')
}
