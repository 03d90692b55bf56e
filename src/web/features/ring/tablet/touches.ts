const signs = ['pointerdown', 'keydown'] as const

export interface Touches {
  /** Begins to notice every touch of the page and every key, wherever it goes. @returns what ends it. */
  watch(): () => void
  /** @returns whether somebody touched the tablet since this was last asked. */
  take(): boolean
}

export function createTouches(): Touches {
  let isTouched = false
  const note = () => {
    isTouched = true
  }
  return {
    watch() {
      for (const sign of signs) document.addEventListener(sign, note, { capture: true, passive: true })
      return () => {
        for (const sign of signs) document.removeEventListener(sign, note, { capture: true })
      }
    },
    take() {
      const was = isTouched
      isTouched = false
      return was
    },
  }
}
