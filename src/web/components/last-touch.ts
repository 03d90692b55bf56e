/** When somebody last touched the page, on the clock of `performance.now()`. A page that was just opened counts as touched. */
let touchedAt = performance.now()

const signs = ['pointerdown', 'keydown', 'wheel'] as const

for (const sign of signs) {
  addEventListener(sign, () => (touchedAt = performance.now()), { capture: true, passive: true })
}

/** How long nobody has touched the page, in milliseconds. */
export const untouchedMs = (): number => performance.now() - touchedAt
