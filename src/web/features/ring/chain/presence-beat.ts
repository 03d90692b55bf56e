import { presenceBeatMs, type TabletState } from '#contract/desk/presence.ts'

type Own = Omit<TabletState, 'touched'>

/**
 * @returns what to call often: it sends the state of this tablet every 30 s, and whenever that changes. That somebody
 * touched it, as `takeTouched` tells, waits for the next beat.
 */
export function createPresenceBeat(
  send: (state: TabletState) => void,
  takeTouched: () => boolean,
): (state: Own, now: number) => void {
  let told = ''
  let toldAt = Number.NEGATIVE_INFINITY
  return (state, now) => {
    const text = JSON.stringify(state)
    // A clock that was set back must not keep it silent until then.
    if (text === told && now >= toldAt && now - toldAt < presenceBeatMs) return
    told = text
    toldAt = now
    send({ ...state, touched: takeTouched() })
  }
}
