import { dismissToast, toasts } from '#web/api/toasts.ts'
import { untouchedMs } from '#web/components/last-touch.ts'
import { useEffect } from 'react'

/** Long enough to read a sentence and follow its link, once somebody is at the tablet. */
const readMs = 15_000
const checkEveryMs = 1000

/**
 * Removes each toast some seconds after somebody was at the tablet to read it. One that appears while nobody is there
 * stays. Those that ask for something to be done stay, too.
 */
export function useReadToasts(): void {
  useEffect(() => {
    /** By toast id: how long it has been shown, and how long somebody has been there, in milliseconds. */
    const shown = new Map<number, { readonly since: number; readSince?: number }>()
    function check(): void {
      const now = performance.now()
      for (const { id, untilMoved, update, isBrief } of toasts.read()) {
        if (isBrief || update || untilMoved) continue
        const times = shown.get(id) ?? { since: now }
        shown.set(id, times)
        if (untouchedMs() < now - times.since) times.readSince ??= now
        if (times.readSince !== undefined && now - times.readSince >= readMs) {
          shown.delete(id)
          dismissToast(id)
        }
      }
    }
    const timer = setInterval(check, checkEveryMs)
    return () => clearInterval(timer)
  }, [])
}
