import { notices, notify, type Notice } from '#web/api/toasts/toasts.ts'
import { useEffect } from 'react'

type KeptNotice = Pick<Notice, 'text' | 'link' | 'isGrave' | 'untilMoved'>

const place = 'notices'

/** What nobody has read yet is said again on a page that was loaded anew; it is kept in the tab, and as long as that. */
export function useSavedToasts(): void {
  useEffect(() => {
    const isSaid = (text: string) => notices.read().some((notice) => notice.text === text)
    for (const { text, ...more } of readSaved()) if (!isSaid(text)) notify(text, more)
    keep()
    return notices.watch(keep)
  }, [])
}

function readSaved(): readonly KeptNotice[] {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '[]') as KeptNotice[] // as `keep` wrote it
  } catch {
    return []
  }
}

function keep(): void {
  const kept = notices.read().filter(({ isBrief, update }) => !isBrief && !update)
  try {
    sessionStorage.setItem(place, JSON.stringify(kept.map(({ id: _id, ...notice }): KeptNotice => notice)))
  } catch {
    // A browser that keeps nothing for us says it on this page alone.
  }
}
