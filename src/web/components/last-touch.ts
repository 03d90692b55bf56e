/** When somebody last touched the page, on the clock of `performance.now()`; not a number before the first question. */
let touchedAt = Number.NaN

const signs = ['pointerdown', 'keydown', 'wheel'] as const

for (const sign of signs) {
  addEventListener(sign, () => (touchedAt = performance.now()), { capture: true, passive: true })
}

/** How long nobody has touched the page, in milliseconds. Counted from the first question if nobody has. */
export function untouchedMs(): number {
  const now = performance.now()
  if (!(touchedAt <= now)) touchedAt = now
  return now - touchedAt
}
