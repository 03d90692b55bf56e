/** A private window may have no storage, and a full one takes nothing: then what is kept lasts as long as the page. */
const unkept: Record<string, string> = {}

export function readSaved(key: string): string | null {
  try {
    return unkept[key] ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keep(key: string, value: string): void {
  unkept[key] = value
  try {
    localStorage.setItem(key, value)
    delete unkept[key]
  } catch {
    // It holds for this page.
  }
}
