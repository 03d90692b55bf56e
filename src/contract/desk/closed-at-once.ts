/** How many closed orders one page lists. */
export const closedAtOnce = 50
