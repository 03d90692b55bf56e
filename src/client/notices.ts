import { createTold, type Told } from './told.ts'

/** Something to say that no longer has a place of its own: the screen it belongs to was left. */
export interface Notice {
  readonly id: number
  readonly text: string
}

const told = createTold<readonly Notice[]>([])
export const notices: Told<readonly Notice[]> = told

const shownAtMost = 3
let lastId = 0

export function notify(text: string): void {
  lastId += 1
  told.set([...told.read(), { id: lastId, text }].slice(-shownAtMost))
}

export const dismissNotice = (id: number): void => told.set(told.read().filter((notice) => notice.id !== id))
