export interface WakeLock {
  /** Keeps the screen awake until `release`, and requests the lock again whenever the page is shown. */
  take(): Promise<void>
  release(): void
  isHeld(): boolean
}

/** Battery saving refuses the lock without an event at its end, so the request is retried. */
const retryMs = 30_000

/** Keeps this tablet's screen awake. `lock` is undefined if the browser has none, as on plain HTTP. */
export function createWakeLock(lock: Pick<Navigator['wakeLock'], 'request'> | undefined): WakeLock {
  let held: WakeLockSentinel | undefined
  let wanted: AbortController | undefined
  let isAsking = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  async function request(): Promise<void> {
    // A hidden page gets no lock; it is requested again when the page is shown.
    if (!lock || held || isAsking || !wanted || document.visibilityState === 'hidden') return
    isAsking = true
    const given = await lock.request('screen').catch(() => undefined)
    isAsking = false
    clearTimeout(retryTimer)
    if (!wanted) return void given?.release()
    held = given
    if (!given) retryTimer = setTimeout(() => void request(), retryMs)
    given?.addEventListener('release', () => {
      held = undefined
      void request()
    })
  }

  return {
    async take() {
      if (!wanted) {
        wanted = new AbortController()
        document.addEventListener('visibilitychange', () => void request(), { signal: wanted.signal })
      }
      await request()
    },
    release() {
      wanted?.abort()
      wanted = undefined
      clearTimeout(retryTimer)
      void held?.release()
    },
    isHeld: () => held !== undefined,
  }
}

const signs = ['pointerdown', 'keydown'] as const

interface Touches {
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
