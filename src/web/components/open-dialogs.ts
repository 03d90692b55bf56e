/** Each in front of those before it, wherever it stands in the page. */
const openDialogs = new Set<HTMLDialogElement>()
const watchers = new Set<() => void>()

/** @returns what is called once it is shut. */
export function noteOpen(dialog: HTMLDialogElement): () => void {
  const tell = () => {
    for (const watcher of watchers) watcher()
  }
  openDialogs.add(dialog)
  hideBehind()
  tell()
  return () => {
    openDialogs.delete(dialog)
    hideBehind()
    tell()
  }
}

/** What is behind the foremost dialog takes no tap by itself; here it is also hidden from what looks for things by role. */
function hideBehind(): void {
  const front = [...openDialogs].at(-1)
  for (const part of document.body.children) {
    const isBehind = front !== undefined && part !== front
    part.toggleAttribute('inert', isBehind)
    if (isBehind) part.setAttribute('aria-hidden', 'true')
    else part.removeAttribute('aria-hidden')
  }
}

/** Calls back when a dialog has opened or shut. @returns what ends that. */
export function watchDialogs(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Whether somebody is asked something that nothing else may push aside. */
export const isDialogOpen = (): boolean => openDialogs.size > 0

/** The name of the foremost dialog. */
export const dialogTitle = (): string => dialogTruth()?.closest('dialog')?.getAttribute('aria-label') ?? ''

/** Where the foremost dialog has room for what nobody may have to leave it for: all that is behind it takes no tap. */
export const dialogRoom = (): Element | null => foremost('[data-dialog-room]')

/** The same for what is true of the whole tablet, and must not be hidden by it. */
export const dialogTruth = (): Element | null => foremost('[data-dialog-truth]')

const foremost = (selector: string): Element | null => [...openDialogs].at(-1)?.querySelector(selector) ?? null
