import { createStore } from '#web/api/store.ts'
import type { BoardLane } from './lanes.ts'

/** Below the waiting orders of a narrow screen; whoever comes back from an order finds it as it was. */
export const shownLane = createStore<BoardLane>('preparing')
