import { isDialogOpen } from '#ui/open-dialogs.ts'
import { createScannerPace } from './scanner-pace.ts'

const textFields = 'textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=button])'

/** Somebody types there: a scanner's keys go where they always went. */
const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(textFields) !== null

/**
 * Watches the keyboard for a scanner. The keys of a scan do nothing else: the Enter at its end would press the button
 * that has the focus, and in a dialog send what was chosen so far. There a scan means nothing either.
 * @returns how to stop.
 */
export function watchKeys(onScan: (code: string) => void): () => void {
  const pace = createScannerPace()
  const watching = new AbortController()

  function onKey(event: KeyboardEvent) {
    const { key, code, timeStamp: at } = event
    // A key that is held repeats as fast as a scanner types.
    if (event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || isTyped(event.target))
      return pace.forget()
    const { isFast, scanned } = pace.press({ key, code, at })
    if (!isFast) return
    // Even where it is no whole scan: nobody presses two keys as fast as that and means both.
    event.preventDefault()
    event.stopPropagation()
    if (scanned !== undefined && !isDialogOpen()) onScan(scanned)
  }

  addEventListener('keydown', onKey, { capture: true, signal: watching.signal })
  return () => watching.abort()
}
