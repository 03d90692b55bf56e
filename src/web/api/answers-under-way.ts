import { createStore } from './store.ts'

/** How many answers of this tablet are held back or on their way: a printer's dialog would keep them from going on. */
export const answersUnderWay = createStore(0)

export const countAnswer = (by: 1 | -1): void => answersUnderWay.set(answersUnderWay.read() + by)
