import { boardQuery, watchBoard } from '#web/api/board.ts'
import { wouldRing } from '#web/api/screen-state.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useStore } from '#web/api/store.ts'
import { steadyNow } from '#web/api/http/server-clock.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Instrument } from '#web/tablet/instrument.ts'
import { createPresenceBeat, reportPresence } from '#web/tablet/presence-beat.ts'
import { readRingStatus, type RingStatus } from '#web/features/ring/chain/ring-status.ts'
import { lightOf } from '#web/features/ring/chain/links.ts'
import { startPulse } from '#web/tablet/pulse.ts'
import { ringBeats } from './ring-beats.ts'
import { createRinger } from './ringer.ts'
import { createTouches } from '#web/tablet/wake-lock.ts'

const pulseMs = 500

/** Rings for waiting orders and sends this tablet's presence while mounted. */
export function useRing(instrument: Instrument): RingStatus & { readonly checkAgain: () => void } {
  const queries = useQueryClient()
  const t = useTranslate()
  useQuery(sessionQuery())
  useQuery(boardQuery())
  // Renders on a change of the feed, which sets the board's polling interval.
  useStore(feedState)
  const [status, setStatus] = useState(() => readRingStatus(queries, instrument))
  const [ringer] = useState(() => createRinger(instrument.sound, instrument.notification))
  const [touches] = useState(createTouches)
  useEffect(() => touches.watch(), [touches])
  const [sendPresence] = useState(() => createPresenceBeat(reportPresence, touches.take))

  const beat = useCallback(() => {
    const now = steadyNow()
    const next = readRingStatus(queries, instrument)
    const { isArmed, ring, facts } = next
    if (isArmed) {
      ringer.beat({
        now,
        ring,
        isLost: facts.feed === 'lost',
        isHidden: document.hidden,
        text: ring && { title: t('ring.waiting', { count: ring.waiting }), body: t('ring.noticeBody') },
      })
      ringBeats.set({ now, isQuiet: !ring && facts.feed !== 'lost' })
    }
    const { isSounding: sound, isAwake: awake, isNotificationAllowed: notifications } = facts
    sendPresence({ armed: isArmed, sound, awake, feed: facts.feed === 'live', notifications }, now)
    wouldRing.set(isArmed && lightOf(next.links) !== 'red')
    setStatus((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next))
  }, [queries, instrument, ringer, sendPresence, t])

  const latestBeat = useRef(beat)
  useEffect(() => {
    latestBeat.current = beat
  }, [beat])
  useEffect(() => {
    const onBeat = () => latestBeat.current()
    // Order changes beat at once; the pulse covers changes by time.
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
    // A removed tablet must not keep its screen awake or show notifications.
    return () => {
      instrument.wakeLock.release()
      instrument.notification.want(undefined)
    }
  }, [instrument])
  return { ...status, checkAgain: beat }
}

/** After a reload, turns the sound on again at the first press anywhere, because browsers block sound before that. */
function useArmAgain(instrument: Instrument, onArmed: () => void): void {
  const isWaiting = !instrument.isArmed() && instrument.wasArmed()
  useEffect(() => {
    if (!isWaiting) return
    const arm = () => void instrument.armAgain().then(onArmed)
    document.addEventListener('click', arm, { once: true, capture: true })
    return () => document.removeEventListener('click', arm, { capture: true })
  }, [instrument, isWaiting, onArmed])
}
