import { notices, type Notice } from './toasts.ts'

/** It says something else from now on, in its place. @returns its id. */
export function changeToast(id: number, change: Pick<Notice, 'text' | 'link'>): number {
  notices.set(notices.read().map((notice) => (notice.id === id ? { ...notice, ...change } : notice)))
  return id
}
