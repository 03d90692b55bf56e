/** Open dialogs in the order they opened; the last is the foremost. */
const openDialogs = new Set<HTMLDialogElement>()
const watchers = new Set<() => void>()

/** @returns a function to call when the dialog closes. */
export function noteOpen(dialog: HTMLDialogElement): () => void {
  const notifyWatchers = () => {
    for (const watcher of watchers) watcher()
  }
  openDialogs.add(dialog)
  hideBehind()
  notifyWatchers()
  return () => {
    openDialogs.delete(dialog)
    hideBehind()
    notifyWatchers()
  }
}

/** Hides everything behind the foremost dialog from assistive technology too; `showModal` only blocks input there. */
function hideBehind(): void {
  const front = [...openDialogs].at(-1)
  for (const part of document.body.children) {
    const isBehind = front !== undefined && part !== front
    part.toggleAttribute('inert', isBehind)
    if (isBehind) part.setAttribute('aria-hidden', 'true')
    else part.removeAttribute('aria-hidden')
  }
}

/** Calls back when a dialog opens or closes. @returns how to stop. */
export function watchDialogs(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const isDialogOpen = (): boolean => openDialogs.size > 0

/** The name of the foremost dialog. */
export const dialogTitle = (): string => dialogTruth()?.closest('dialog')?.getAttribute('aria-label') ?? ''

/** The place in the foremost dialog for controls that must stay in reach, because everything behind it is inert. */
export const dialogRoom = (): Element | null => foremost('[data-dialog-room]')

/** The place in the foremost dialog for the tablet's connection status, which it must not hide. */
export const dialogTruth = (): Element | null => foremost('[data-dialog-truth]')

const foremost = (selector: string): Element | null => [...openDialogs].at(-1)?.querySelector(selector) ?? null
