export const ar = {}
