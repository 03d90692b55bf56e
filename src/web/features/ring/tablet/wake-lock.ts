export interface WakeLock {
  /** Keeps the screen awake from now on; taken again each time the page is seen again. */
  take(): Promise<void>
  /** Lets it go to sleep again. */
  release(): void
  isHeld(): boolean
}

/** A tablet that saves its battery refuses for a while, and tells of nothing when that is over. */
const againMs = 30_000

/** Keeps this tablet's screen awake. `lock` is nothing where the browser has none, as on plain HTTP. */
export function createWakeLock(lock: Pick<Navigator['wakeLock'], 'request'> | undefined): WakeLock {
  let held: WakeLockSentinel | undefined
  let wanted: AbortController | undefined
  let isAsking = false
  let again: ReturnType<typeof setTimeout> | undefined

  async function request(): Promise<void> {
    // A hidden page is given none: it is asked for again when the page is seen.
    if (!lock || held || isAsking || !wanted || document.visibilityState === 'hidden') return
    isAsking = true
    const given = await lock.request('screen').catch(() => undefined)
    isAsking = false
    clearTimeout(again)
    if (!wanted) return void given?.release()
    held = given
    if (!given) again = setTimeout(() => void request(), againMs)
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
      clearTimeout(again)
      void held?.release()
    },
    isHeld: () => held !== undefined,
  }
}
