import { createStore } from '#web/api/store.ts'

/** Something to say that no longer has a place of its own: the screen it belongs to was left. */
export interface Notice {
  readonly id: number
  readonly text: string
  readonly link?: NoticeLink | undefined
  /** Something was lost by it. */
  readonly isGrave?: boolean
  /** It goes by itself. */
  readonly isBrief?: boolean
  /** The id of an order for which it asks to tap again: it holds until that has gone to another lane. */
  readonly untilMoved?: string
  /** Said instead of a text: the desk has a newer page, and how to load it. */
  readonly update?: Update
}

/** Where more is to be seen of it. */
interface NoticeLink {
  readonly to: string
  readonly name: string
}

export interface Update {
  /** It will have to be armed again. */
  readonly isArmed: boolean
  readonly load: () => void
}

export const notices = createStore<readonly Notice[]>([])

const lightAtMost = 3
/** Of those that somebody has to act upon: what only tells takes no place of theirs. */
const graveAtMost = 4
let lastId = 0

const isHeavy = ({ isGrave, untilMoved }: Notice): unknown => isGrave || untilMoved

/** The oldest of its kind gives way to it. Word of a newer page does not: `tellUpdate` puts that first. @returns its id. */
export function notify(text: string, more?: Pick<Notice, 'link' | 'isGrave' | 'isBrief' | 'untilMoved'>): number {
  lastId += 1
  const all: readonly Notice[] = [...notices.read(), { id: lastId, text, ...more }]
  const light = all.filter((notice) => !isHeavy(notice)).slice(-lightAtMost)
  const kept = [...light, ...all.filter(isHeavy).slice(-graveAtMost)]
  notices.set(all.filter((notice) => notice.update || kept.includes(notice)))
  return lastId
}
