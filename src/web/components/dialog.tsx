import { noteOpen } from './open-dialogs.ts'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

const wholeScreen = 'm-0 h-dvh max-h-none w-full max-w-none'

interface DialogProps {
  readonly title: string
  /** Shown at the end of the title's row, because on a phone the dialog covers the page. */
  readonly beside?: ReactNode
  /** Covers the whole screen. */
  readonly isWhole?: boolean
  /** Requests to close. The dialog is open while it is mounted, so ignoring the request keeps it open. */
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * The platform's modal dialog, which traps the focus, returns it, and closes on Escape. It is a child of the body: inside a
 * lane that is hidden when the tablet is turned, the dialog would be invisible and still block the page.
 */
export function Dialog({ title, beside, isWhole = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // A layout effect closes the dialog before it is removed; only then does closing return the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    // Firefox would focus the first control.
    heading.current?.focus()
    const shut = element && noteOpen(element)
    return () => {
      // Makes the page behind reachable first, so that closing can return the focus there.
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
        // A second Escape, or a phone's back gesture, closes it without a cancel event. The event may come after a reopening.
        if (currentTarget.open) return
        currentTarget.showModal()
        onClose()
      }}
      className={`overflow-hidden bg-raised text-strong backdrop:bg-scrim ${isWhole ? wholeScreen : 'm-auto max-h-dvh w-full max-w-2xl max-tablet:m-0 max-tablet:h-dvh max-tablet:max-w-none tablet:not-short:max-h-[90dvh] tablet:rounded tablet:border tablet:border-line'}`}
    >
      <div className={`flex max-h-[inherit] flex-col ${isWhole ? 'h-full' : 'max-tablet:h-full'}`}>
        <div className="relative flex items-center justify-between gap-4 border-b border-line px-6 py-4 short:py-2">
          {/* Before the title in tab order. On a phone its width is reserved, so that the title does not wrap later. */}
          <div data-dialog-room className="order-last -my-2.5 min-w-12 shrink-0 short:-my-2 tablet:empty:hidden" />
          {/* Gets the initial focus, and keeps it while the content loads. */}
          <h2
            ref={heading}
            tabIndex={-1}
            className={`min-w-0 grow wrap-anywhere outline-none ${isWhole ? 'text-xl font-extrabold tablet:text-2xl' : 'text-lg font-bold'}`}
          >
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

/** The scrolling part between the title and the buttons. */
export const DialogBody = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-6 py-5 max-tablet:gap-3 max-tablet:py-3 short:gap-2 short:py-2">
    {children}
  </div>
)

/** The buttons at the bottom, always visible and full-width on a phone. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-3 border-t border-line px-6 py-4 short:py-1.5 max-tablet:*:grow">
    {children}
  </div>
)
