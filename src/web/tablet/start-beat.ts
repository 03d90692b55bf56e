import { feedState } from '#web/api/feed/feed-state.ts'
import { steadyNow } from '#web/api/http/server-clock.ts'
import type { Instrument } from './instrument.ts'
import { createPresenceBeat, reportPresence } from './presence-beat.ts'
import { startPulse } from './pulse.ts'
import { createTouches } from './wake-lock.ts'

const pulseMs = 1000

/**
 * Keeps the screen awake and sends this tablet's presence, for a screen that does not ring: a station or a display, which
 * never counts as armed.
 * @returns how to stop.
 */
export function startBeat({ sound, wakeLock, notification }: Instrument, { isDisplay = false } = {}): () => void {
  const touches = createTouches()
  const unwatch = touches.watch()
  const beat = createPresenceBeat((state) => reportPresence(state, isDisplay), touches.take)
  function onPulse(): void {
    const feed = feedState.read().is === 'live'
    const notifications = notification.isAllowed()
    beat({ armed: false, sound: sound.isRunning(), awake: wakeLock.isHeld(), feed, notifications }, steadyNow())
  }
  void wakeLock.take().then(onPulse)
  onPulse()
  const stopPulse = startPulse(pulseMs, onPulse)
  return () => {
    unwatch()
    stopPulse()
    wakeLock.release()
  }
}
