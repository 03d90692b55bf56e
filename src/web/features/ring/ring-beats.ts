import { createStore } from '#web/api/store.ts'

/** A beat of the ring on a tablet whose sound is on. */
interface RingBeat {
  /** In milliseconds, on the page's steady clock. */
  readonly now: number
  /** Neither an order rings nor is the connection lost. */
  readonly isQuiet: boolean
}

/** The latest beat. Whoever watches it is called twice a second, also in a hidden page, while the tablet can ring. */
export const ringBeats = createStore<RingBeat | undefined>(undefined)
