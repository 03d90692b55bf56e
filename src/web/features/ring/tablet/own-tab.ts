const key = 'tab'

/** What this tab is called: the same after it was loaded again, for what it said before no longer holds then. */
export function ownTab(): string {
  try {
    const known = sessionStorage.getItem(key)
    if (known) return known
    const made = crypto.randomUUID()
    sessionStorage.setItem(key, made)
    return made
  } catch {
    // Without a memory it says what it says for the whole tablet.
    return ''
  }
}
