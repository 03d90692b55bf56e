/** Something to say that no longer has a place of its own: the screen it belongs to was left. */
export interface Notice {
  readonly id: number
  readonly text: string
}

let notices: readonly Notice[] = []
let lastId = 0
const watchers = new Set<() => void>()

function set(next: readonly Notice[]): void {
  notices = next
  for (const watcher of watchers) watcher()
}

const shownAtMost = 3

export function notify(text: string): void {
  lastId += 1
  set([...notices, { id: lastId, text }].slice(-shownAtMost))
}

export const dismissNotice = (id: number): void => set(notices.filter((notice) => notice.id !== id))

/** For `useSyncExternalStore`. */
export const noticeStore = {
  read: (): readonly Notice[] => notices,
  watch(watcher: () => void): () => void {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}
