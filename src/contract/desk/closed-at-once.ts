/** Of closed orders so many are listed at once. */
export const closedAtOnce = 50
