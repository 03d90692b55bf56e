import { dismissToast } from './dismiss-toast.ts'
import { notices, notify, type Notice } from './toasts.ts'

/** In milliseconds: long enough to be read. */
const brieflyMs = 5000

/** Says something of this moment, once however often it happens; it goes by itself, for later nobody needs it. */
export function notifyBriefly(text: string, more?: Pick<Notice, 'link'>): void {
  if (notices.read().some((notice) => notice.text === text)) return
  const id = notify(text, { ...more, isBrief: true })
  setTimeout(() => dismissToast(id), brieflyMs)
}
