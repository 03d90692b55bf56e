import { createTold, type Told } from './told.ts'

/** Something to say that no longer has a place of its own: the screen it belongs to was left. */
export interface Notice {
  readonly id: number
  readonly text: string
  /** Said instead of a text: the desk has a newer page, and how to load it. */
  readonly update: Update | undefined
}

export interface Update {
  /** It will have to be armed again. */
  readonly isArmed: boolean
  readonly load: () => void
}

const told = createTold<readonly Notice[]>([])
export const notices: Told<readonly Notice[]> = told

const shownAtMost = 3
let lastId = 0

/** @returns the id by which it can be dismissed. */
export function notify(text: string, update?: Update): number {
  lastId += 1
  told.set([...told.read(), { id: lastId, text, update }].slice(-shownAtMost))
  return lastId
}

export const dismissNotice = (id: number): void => told.set(told.read().filter((notice) => notice.id !== id))
