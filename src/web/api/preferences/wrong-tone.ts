import { createStore } from '#web/api/store.ts'

/** The sound of something wrong under the hand; silence on a tablet that is not armed. */
export const wrongTone = createStore<() => void>(() => undefined)
