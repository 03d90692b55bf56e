import { createTold } from '#client/told.ts'

/** The sound of something wrong under the hand; silence on a tablet that is not armed. */
export const wrongTone = createTold<() => void>(() => undefined)
