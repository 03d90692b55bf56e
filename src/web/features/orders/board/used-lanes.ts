import type { Lane } from '#contract/desk/lane.ts'

/** Lanes that had an order since the page was opened. */
export const usedLanes = new Set<Lane>()
