import type { OrderRow } from '#contract/desk/inbox.ts'
import { shownLane } from './shown-lane.ts'

/** All lanes stand beside each other. */
const wide = '(min-width: 64rem)'

/** Whether a lane is on the screen now: a narrow one has room for those that wait, and one of the others. */
export const isInSight = (lane: OrderRow['lane']): boolean =>
  lane === 'answer' || lane === shownLane.read() || matchMedia(wide).matches

/** Calls back when other lanes may be in sight: by a tap, or as the tablet is turned. @returns what ends that. */
export function watchSight(watcher: () => void): () => void {
  const media = matchMedia(wide)
  const stop = shownLane.watch(watcher)
  media.addEventListener('change', watcher)
  return () => {
    stop()
    media.removeEventListener('change', watcher)
  }
}
