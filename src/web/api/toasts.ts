import type { DialogRequest } from './screen-state.ts'
import { createStore } from './store.ts'

/** A message without a place on the current screen, for example because its screen was left. */
export interface Toast {
  readonly id: number
  readonly text: string
  readonly link?: ToastLink | undefined
  /** Something was lost, for example an order. */
  readonly isGrave?: boolean
  /** It disappears by itself. */
  readonly isBrief?: boolean
  /** The id of an order to retry. The toast is outdated once the order is in another lane. */
  readonly untilMoved?: string
  /** Shown instead of a text: a newer version of the page, and how to load it. */
  readonly update?: Update
}

interface ToastLink {
  readonly to: string
  readonly name: string
  /** The dialog that the order's screen opens. */
  readonly dialog?: DialogRequest
}

export interface Update {
  /** The sound is on and must be turned on again after the reload. */
  readonly isArmed: boolean
  readonly load: () => void
}

export const toasts = createStore<readonly Toast[]>([])

const lightAtMost = 3
/** Toasts that require an action are limited separately, so that mere information does not displace them. */
const graveAtMost = 4
let lastId = 0

const isHeavy = ({ isGrave, untilMoved }: Toast): unknown => isGrave || untilMoved

/** Shows a toast; the oldest of its kind gives way to it, except for the one of `notifyUpdate`. @returns its id. */
export function notify(text: string, more?: Pick<Toast, 'link' | 'isGrave' | 'isBrief' | 'untilMoved'>): number {
  lastId += 1
  const all: readonly Toast[] = [...toasts.read(), { id: lastId, text, ...more }]
  const light = all.filter((toast) => !isHeavy(toast)).slice(-lightAtMost)
  const shown = [...light, ...all.filter(isHeavy).slice(-graveAtMost)]
  toasts.set(all.filter((toast) => toast.update || shown.includes(toast)))
  return lastId
}

/** Changes a toast in its place. @returns its id. */
export function changeToast(id: number, change: Pick<Toast, 'text' | 'link'>): number {
  toasts.set(toasts.read().map((toast) => (toast.id === id ? { ...toast, ...change } : toast)))
  return id
}

export const dismissToast = (id: number): void => toasts.set(toasts.read().filter((toast) => toast.id !== id))

/** Long enough to be read. */
const brieflyMs = 5000

/** Shows a toast that disappears after 5 s, unless the same text is already shown. */
export function notifyBriefly(text: string, more?: Pick<Toast, 'link'>): void {
  if (toasts.read().some((toast) => toast.text === text)) return
  const id = notify(text, { ...more, isBrief: true })
  setTimeout(() => dismissToast(id), brieflyMs)
}

/** Below the first id of `notify`; at most one toast has it. */
const updateId = 0

const remove = (): void => toasts.set(toasts.read().filter(({ update }) => !update))

/** Shows once, above all other toasts, that a newer version of the page exists. @returns as `UpdateDeps.tell`. */
export function notifyUpdate(update: Update) {
  remove()
  toasts.set([{ id: updateId, text: '', update }, ...toasts.read()])
  return { isShown: () => toasts.read().some(({ id }) => id === updateId), remove }
}
