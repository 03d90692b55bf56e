import { countAnswer } from '#web/api/answers-under-way.ts'
import { useCallback, useEffect, useRef, useState } from 'react'

const holdMs = 5000
const tickMs = 250
/** A tablet that did not tick for longer has slept, or its clock was set. */
const sleptMs = 2000

interface Held<T> {
  readonly what: T
  /** On this tablet's own clock: a hold is nothing that anybody else counts. */
  readonly until: number
}

/**
 * Keeps something back for five seconds, so that it can be undone. Leaving the screen, or putting the tablet to sleep,
 * takes it back too, and so does `leave`; `onLeft` is told then.
 */
export function useHold<T>(onLeft: () => void) {
  const [held, setHeld] = useState<Held<T> & { readonly release: (what: T) => void }>()
  const [now, setNow] = useState(Date.now)
  const left = useRef(onLeft)
  const current = useRef(held)
  useEffect(() => {
    left.current = onLeft
    current.current = held
  })
  // The ref goes first: who leaves the screen before the next drawing must find nothing left to take back.
  const end = useCallback(() => {
    current.current = undefined
    setHeld(undefined)
  }, [])
  const takeBack = useCallback(() => {
    if (!current.current) return
    end()
    left.current()
  }, [end])

  useEffect(() => {
    if (!held) return
    countAnswer(1)
    let tickedAt = Date.now()
    const timer = setInterval(() => {
      // It was taken back, and that has not been drawn yet.
      if (current.current !== held) return clearInterval(timer)
      const sinceMs = Date.now() - tickedAt
      tickedAt += sinceMs
      if (Math.abs(sinceMs) > sleptMs) takeBack()
      else if (tickedAt >= held.until) {
        // Once, though a busy tablet may draw late.
        clearInterval(timer)
        end()
        held.release(held.what)
      } else setNow(tickedAt)
    }, tickMs)
    return () => {
      clearInterval(timer)
      countAnswer(-1)
    }
  }, [held, end, takeBack])

  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && takeBack()
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      takeBack()
    }
  }, [takeBack])

  return {
    held: held?.what,
    secondsLeft: held ? Math.max(0, Math.ceil((held.until - now) / 1000)) : 0,
    hold(what: T, release: (what: T) => void) {
      setNow(Date.now())
      setHeld({ what, until: Date.now() + holdMs, release })
    },
    undo: end,
    leave: takeBack,
  }
}
