import { createStore } from './store.ts'

/** Something to say that no longer has a place of its own: the screen it belongs to was left. */
export interface Toast {
  readonly id: number
  readonly text: string
  readonly link?: ToastLink | undefined
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
interface ToastLink {
  readonly to: string
  readonly name: string
}

export interface Update {
  /** It will have to be armed again. */
  readonly isArmed: boolean
  readonly load: () => void
}

export const toasts = createStore<readonly Toast[]>([])

const lightAtMost = 3
/** Of those that somebody has to act upon: what only tells takes no place of theirs. */
const graveAtMost = 4
let lastId = 0

const isHeavy = ({ isGrave, untilMoved }: Toast): unknown => isGrave || untilMoved

/** The oldest of its kind gives way to it. Word of a newer page does not: `notifyUpdate` puts that first. @returns its id. */
export function notify(text: string, more?: Pick<Toast, 'link' | 'isGrave' | 'isBrief' | 'untilMoved'>): number {
  lastId += 1
  const all: readonly Toast[] = [...toasts.read(), { id: lastId, text, ...more }]
  const light = all.filter((notice) => !isHeavy(notice)).slice(-lightAtMost)
  const kept = [...light, ...all.filter(isHeavy).slice(-graveAtMost)]
  toasts.set(all.filter((notice) => notice.update || kept.includes(notice)))
  return lastId
}

/** It says something else from now on, in its place. @returns its id. */
export function changeToast(id: number, change: Pick<Toast, 'text' | 'link'>): number {
  toasts.set(toasts.read().map((notice) => (notice.id === id ? { ...notice, ...change } : notice)))
  return id
}

/** Somebody has read it. */
export const dismissToast = (id: number): void => toasts.set(toasts.read().filter((notice) => notice.id !== id))

/** In milliseconds: long enough to be read. */
const brieflyMs = 5000

/** Says something of this moment, once however often it happens; it goes by itself, for later nobody needs it. */
export function notifyBriefly(text: string, more?: Pick<Toast, 'link'>): void {
  if (toasts.read().some((notice) => notice.text === text)) return
  const id = notify(text, { ...more, isBrief: true })
  setTimeout(() => dismissToast(id), brieflyMs)
}

/** Below the first id that `notify` gives out: there is at most one. */
const updateId = 0

const unsay = (): void => toasts.set(toasts.read().filter(({ update }) => !update))

/** Says once that the desk has a newer page, above all else that is said. @returns as `UpdateDeps.tell`. */
export function notifyUpdate(update: Update) {
  unsay()
  toasts.set([{ id: updateId, text: '', update }, ...toasts.read()])
  return { isSaid: () => toasts.read().some(({ id }) => id === updateId), unsay }
}
