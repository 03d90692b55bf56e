import { createTold } from '#client/told.ts'

/** Whether this tablet was let in on this very page, and is so no more. */
export const wasCutOff = createTold(false)
