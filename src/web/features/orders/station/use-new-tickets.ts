import { useEffect, useEffectEvent, useRef } from 'react'

/** Orders that come within this time sound once. */
const togetherMs = 1500

/**
 * Calls back when orders come that the station has not shown before, once for several that come together. Those that are
 * there when the board is first read are not new. `ids` is undefined until then.
 */
export function useNewTickets(ids: readonly string[] | undefined, onNew: () => void): void {
  const known = useRef<Set<string>>(undefined)
  const notifiedAt = useRef(Number.NEGATIVE_INFINITY)
  const notify = useEffectEvent(onNew)
  const key = ids?.join(' ')
  const look = useEffectEvent(() => {
    if (!ids) return
    const before = known.current
    known.current = new Set([...(before ?? []), ...ids])
    if (!before || ids.every((id) => before.has(id))) return
    const now = performance.now()
    if (now - notifiedAt.current < togetherMs) return
    notifiedAt.current = now
    notify()
  })
  useEffect(() => look(), [key])
}
