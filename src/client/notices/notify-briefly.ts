import { dismissNotice } from './dismiss-notice.ts'
import { notices, notify } from './notices.ts'

/** In milliseconds: long enough to be read. */
const brieflyMs = 5000

/** Says something of this moment, once however often it happens; it goes by itself, for later nobody needs it. */
export function notifyBriefly(text: string): void {
  if (notices.read().some((notice) => notice.text === text)) return
  const id = notify(text)
  setTimeout(() => dismissNotice(id), brieflyMs)
}
