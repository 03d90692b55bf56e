import { notices } from './toasts.ts'

/** Somebody has read it. */
export const dismissToast = (id: number): void => notices.set(notices.read().filter((notice) => notice.id !== id))
