import { createStore } from './store.ts'

/** Lines of an order that somebody is looking for, each by its `lineKey`. */
interface MarkedLines {
  readonly orderId: string
  readonly keys: readonly string[]
}

/** What an order's screen marks, and brings into sight. Who marks it also takes the mark away. */
export const markedLines = createStore<MarkedLines | undefined>(undefined)
