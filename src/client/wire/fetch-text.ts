import { Failure } from './failure.ts'

/** Reads a file of the desk's as text. @throws {Failure} for every answer that is not a success, and for none at all. */
export async function fetchText(path: string): Promise<string> {
  const response = await fetch(path).catch(() => undefined)
  if (!response?.ok) throw new Failure('no_contact', 'The desk’s server did not give the file.', response?.status)
  return response.text()
}
