import { boardQuery } from '#web/api/board.ts'
import { callDesk } from '#web/api/http/call.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useStore } from '#web/api/store.ts'
import { steadyNow } from '#web/api/http/server-clock.ts'
import { watchBoard } from '#web/api/watch-board.ts'
import { presence } from '#contract/desk/presence.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Instrument } from './tablet/instrument.ts'
import { checkLinks, type Around } from '#web/features/ring/chain/links.ts'
import { ownTab } from './tablet/own-tab.ts'
import { createPresenceBeat } from './chain/presence-beat.ts'
import { startPulse } from './tablet/pulse.ts'
import { createRinger } from './ringer.ts'
import { createTouches } from './tablet/touches.ts'

const pulseMs = 500

/** Rings for the waiting orders as long as it is mounted, and says that this tablet is there. */
export function useRing(instrument: Instrument): Around & { readonly lookAgain: () => void } {
  const queries = useQueryClient()
  const t = useTranslate()
  useQuery(sessionQuery())
  useQuery(boardQuery())
  // A change of it sets the pace at which the board asks.
  useStore(feedState)
  const [around, setAround] = useState(() => checkLinks(queries, instrument))
  const [ringer] = useState(() => createRinger(instrument.sound, instrument.notice))
  const [touches] = useState(createTouches)
  useEffect(() => touches.watch(), [touches])
  const [tellPresence] = useState(() =>
    createPresenceBeat(
      // A beat that is lost is followed by the next one.
      (state) => void callDesk(presence, { body: { ...state, tab: ownTab() } }).catch(() => undefined),
      touches.take,
    ),
  )

  const beat = useCallback(() => {
    const now = steadyNow()
    const next = checkLinks(queries, instrument)
    const { isArmed, ring, facts } = next
    if (isArmed) {
      ringer.beat({
        now,
        ring,
        isLost: facts.feed === 'lost',
        isHidden: document.hidden,
        text: ring && { title: t('ring.waiting', { count: ring.waiting }), body: t('ring.noticeBody') },
      })
    }
    const { isSounding: sound, isAwake: awake, isNoticeAllowed: notifications } = facts
    tellPresence({ armed: isArmed, sound, awake, feed: facts.feed === 'live', notifications }, now)
    setAround((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next))
  }, [queries, instrument, ringer, tellPresence, t])

  const latestBeat = useRef(beat)
  useEffect(() => {
    latestBeat.current = beat
  }, [beat])
  useEffect(() => {
    const onBeat = () => latestBeat.current()
    // At once where the orders changed: the pulse is for what changes by time alone.
    const stopListening = watchBoard(queries, onBeat)
    const stopPulse = startPulse(pulseMs, onBeat)
    return () => {
      stopListening()
      stopPulse()
    }
  }, [queries])
  useArmAgain(instrument, beat)
  useEffect(() => {
    if (instrument.isArmed()) void instrument.wakeLock.take()
    // A tablet that was told to go keeps no screen awake for this desk, and no word of its orders.
    return () => {
      instrument.wakeLock.release()
      instrument.notice.want(undefined)
    }
  }, [instrument])
  return { ...around, lookAgain: beat }
}

/** Browsers keep a page silent until a tap: on a tablet that was armed before, the first one anywhere will do. */
function useArmAgain(instrument: Instrument, onArmed: () => void): void {
  const isWaiting = !instrument.isArmed() && instrument.wasArmed()
  useEffect(() => {
    if (!isWaiting) return
    const arm = () => void instrument.armAgain().then(onArmed)
    document.addEventListener('click', arm, { once: true, capture: true })
    return () => document.removeEventListener('click', arm, { capture: true })
  }, [instrument, isWaiting, onArmed])
}
