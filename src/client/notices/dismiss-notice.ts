import { notices } from './notices.ts'

/** Somebody has read it. */
export const dismissNotice = (id: number): void => notices.set(notices.read().filter((notice) => notice.id !== id))
