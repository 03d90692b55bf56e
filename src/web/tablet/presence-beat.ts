import { presence, presenceBeatMs, type TabletState } from '#contract/desk/session.ts'
import { callDesk } from '#web/api/http/call.ts'
import { ownTab } from './instrument.ts'

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
