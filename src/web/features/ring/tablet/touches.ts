const signs = ['pointerdown', 'keydown'] as const

export interface Touches {
  /** Starts to note every touch and key on the page. @returns how to stop. */
  watch(): () => void
  /** @returns whether somebody has touched the tablet since the last call. */
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
