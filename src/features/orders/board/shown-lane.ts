import { createTold } from '#client/told.ts'
import type { BoardLane } from './lanes.ts'

/** Below the waiting orders of a narrow screen; whoever comes back from an order finds it as it was. */
export const shownLane = createTold<BoardLane>('preparing')
