import { notices, type Update } from './toasts.ts'

/** Below the first id that `notify` gives out: there is at most one. */
const updateId = 0

const unsay = (): void => notices.set(notices.read().filter(({ update }) => !update))

/** Says once that the desk has a newer page, above all else that is said. @returns as `UpdateParts.tell`. */
export function tellUpdate(update: Update) {
  unsay()
  notices.set([{ id: updateId, text: '', update }, ...notices.read()])
  return { isSaid: () => notices.read().some(({ id }) => id === updateId), unsay }
}
