const minute = 60_000
/** The desk reads the catalog anew every quarter of an hour at most, and only where somebody looks at it. */
const currentForMs = 20 * minute

/**
 * When the desk had last read the whole catalog, where that is so long ago that it must be said. `now` in milliseconds
 * since 1970 on the server's clock, as is what comes back; nothing where it is current, or was not read yet.
 */
export function oldSince(readAt: string | null | undefined, now: number): number | undefined {
  const at = Date.parse(readAt ?? '')
  return now - at > currentForMs ? at : undefined
}
