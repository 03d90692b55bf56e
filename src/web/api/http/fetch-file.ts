import { Failure } from './failure.ts'

/** Long enough for a year of the log over a slow connection. */
const fileLimitMs = 5 * 60_000

interface DeskFile {
  readonly text: string
  /** As the desk names it. */
  readonly name: string
}

/** Reads a file of the desk as text. @throws {Failure} for every answer that is not a success, and without an answer. */
export async function fetchFile(path: string): Promise<DeskFile> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(fileLimitMs) })
    if (response.ok) return { text: await response.text(), name: nameIn(response.headers.get('Content-Disposition')) }
  } catch {
    // Fails below, like an answer that is not a success.
  }
  throw new Failure('no_contact', 'The desk’s server did not give the file.')
}

/** The name with letters of any script (RFC 6266), else the plain one. */
function nameIn(disposition: string | null): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '') ?? []
  const [, plain = 'vendor-desk'] = /filename="([^"]+)"/.exec(disposition ?? '') ?? []
  return encoded === undefined ? plain : decodeURIComponent(encoded)
}
