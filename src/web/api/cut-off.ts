import { createStore } from './store.ts'

/** Whether this tablet was removed while this page was open. */
export const wasCutOff = createStore(false)
