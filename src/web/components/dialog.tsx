import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

/** Each in front of those before it, wherever it stands in the page. */
const openDialogs = new Set<HTMLDialogElement>()
const watchers = new Set<() => void>()

/** @returns what is called once it is shut. */
function noteOpen(dialog: HTMLDialogElement): () => void {
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

interface DialogProps {
  readonly title: string
  /** At the end of the title's line: on a phone the dialog covers all that stood there. */
  readonly beside?: ReactNode
  /** Somebody wants to leave it. It is open as long as it is mounted, so where it may not be left, nothing is done. */
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * The platform's own modal dialog: it keeps the focus, gives it back, and closes on Escape. It stands in the page itself:
 * inside a lane that is hidden as the tablet is turned, nobody would see it, and nothing else could be tapped.
 */
export function Dialog({ title, beside, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Before it leaves the page: only then does closing give the focus back to what opened it.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    // Firefox gives the focus to what Tab reaches first.
    heading.current?.focus()
    const shut = element && noteOpen(element)
    return () => {
      // What opened it is in reach again, and gets the focus.
      shut?.()
      element?.close()
    }
  }, [])
  return createPortal(
    <dialog
      ref={dialog}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => {
        // A second Escape, or the way back of a phone, closes it without asking; it is told of a moment later.
        if (currentTarget.open) return
        currentTarget.showModal()
        onClose()
      }}
      className="m-auto max-h-dvh w-full max-w-2xl overflow-hidden bg-raised text-strong backdrop:bg-black/50 max-tablet:m-0 max-tablet:h-dvh max-tablet:max-w-none tablet:not-short:max-h-[90dvh] tablet:rounded tablet:border tablet:border-line"
    >
      <div className="flex max-h-[inherit] flex-col max-tablet:h-full">
        <div className="relative flex items-center justify-between gap-4 border-b border-line px-6 py-4 short:py-2">
          {/* Before the title, so that the next Tab leads to what is asked. On a phone kept free: no title breaks later on. */}
          <div data-dialog-room className="order-last -my-2.5 min-w-12 shrink-0 short:-my-2 tablet:empty:hidden" />
          {/* Has the focus at first, and keeps it when what is below it is still loading. */}
          <h2 ref={heading} tabIndex={-1} className="min-w-0 grow text-lg font-bold outline-none">
            {title}
          </h2>
          {beside}
        </div>
        <div data-dialog-truth className="empty:hidden" />
        {children}
      </div>
    </dialog>,
    document.body,
  )
}

/** What scrolls between the title and the buttons. */
export const DialogBody = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-6 py-5 max-tablet:gap-3 max-tablet:py-3 short:gap-2 short:py-2">
    {children}
  </div>
)

/** The buttons: always in sight, and on a phone as wide as they can be. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-3 border-t border-line px-6 py-4 short:py-1.5 max-tablet:*:grow">
    {children}
  </div>
)
