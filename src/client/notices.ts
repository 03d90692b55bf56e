import { createTold } from './told.ts'

/** Something to say that no longer has a place of its own: the screen it belongs to was left. */
export interface Notice {
  readonly id: number
  readonly text: string
  /** Said instead of a text: the desk has a newer page, and how to load it. */
  readonly update?: Update
}

export interface Update {
  /** It will have to be armed again. */
  readonly isArmed: boolean
  readonly load: () => void
}

export const notices = createTold<readonly Notice[]>([])

const shownAtMost = 3
let lastId = 0

/** The oldest gives way to it, but not word of a newer page: `tellUpdate` puts that first. */
export function notify(text: string): void {
  lastId += 1
  const all = [...notices.read(), { id: lastId, text }]
  notices.set(all.filter((notice, index) => notice.update || index >= all.length - shownAtMost))
}
