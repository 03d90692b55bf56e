import { presence, presenceBeatMs, type TabletState } from '#contract/desk/session.ts'
import { callDesk } from '#web/api/http/call.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { steadyNow } from '#web/api/http/server-clock.ts'
import { type Instrument, ownTab } from './instrument.ts'
import { startPulse } from './pulse.ts'
import { createTouches } from './wake-lock.ts'

type Own = Omit<TabletState, 'touched'>

/**
 * @returns a function to call often. It sends this tablet's state every 30 s and at each change. A touch, read from
 * `takeTouched`, is sent with the next of these.
 */
export function createPresenceBeat(
  send: (state: TabletState) => void,
  takeTouched: () => boolean,
): (state: Own, now: number) => void {
  let sent = ''
  let sentAt = Number.NEGATIVE_INFINITY
  return (state, now) => {
    const text = JSON.stringify(state)
    // Also sends if the clock was set back.
    if (text === sent && now >= sentAt && now - sentAt < presenceBeatMs) return
    sent = text
    sentAt = now
    send({ ...state, touched: takeTouched() })
  }
}

/** Sends this tablet's state. The next beat replaces a lost one. */
export const reportPresence = (state: TabletState, isDisplay = false): void =>
  void callDesk(presence, { body: { ...state, tab: ownTab(), ...(isDisplay && { is_display: true }) } }).catch(
    () => undefined,
  )

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
