import { createTold, type Told } from './told.ts'

const told = createTold(0)
/** How many answers of this tablet are held back or on their way: a printer's dialog would keep them from going on. */
export const answersUnderWay: Told<number> = told

/** @returns what to call, once, when it is over. */
export function beginAnswer(): () => void {
  told.set(told.read() + 1)
  return () => told.set(told.read() - 1)
}
