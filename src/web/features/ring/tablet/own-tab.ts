const key = 'tab'

/** The tab's id. It survives a reload, so that the new page's presence replaces the old one's. */
export function ownTab(): string {
  try {
    const known = sessionStorage.getItem(key)
    if (known) return known
    const made = crypto.randomUUID()
    sessionStorage.setItem(key, made)
    return made
  } catch {
    // Without storage, the presence counts for the whole tablet.
    return ''
  }
}
