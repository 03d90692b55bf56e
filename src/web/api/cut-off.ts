import { createStore } from './store.ts'

/** Whether this tablet was let in on this very page, and is so no more. */
export const wasCutOff = createStore(false)
