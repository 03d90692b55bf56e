import { createScannerPace } from './scanner-pace.ts'

const textFields = 'textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=button])'

/** Somebody types there: a scanner's keys go where they always went. */
const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(textFields) !== null

/** A scan is what is looked for now, and no end of what was looked for before. */
function replaceText(field: HTMLInputElement, text: string): void {
  field.setRangeText(text, 0, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/**
 * Watches the keyboard for a scanner. The keys of a scan do nothing else: the Enter at its end would press the button
 * that has the focus, and in a dialog send what was chosen so far. In a field it is
 * typed, and in one that searches it takes the place of what stood there.
 * @returns how to stop.
 */
export function watchKeys(onScan: (code: string) => void): () => void {
  const pace = createScannerPace()
  const paceInField = createScannerPace()
  const watching = new AbortController()

  function onKey(event: KeyboardEvent) {
    const { key, code, timeStamp: at, target } = event
    // A key that is held repeats as fast as a scanner types.
    if (event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) {
      paceInField.forget()
      return pace.forget()
    }
    if (isTyped(target)) {
      pace.forget()
      const { scanned } = paceInField.press({ key, code, at })
      if (scanned !== undefined && target instanceof HTMLInputElement && target.type === 'search')
        replaceText(target, scanned)
      return
    }
    const { isFast, scanned } = pace.press({ key, code, at })
    if (!isFast) return
    // Even where it is no whole scan: nobody presses two keys as fast as that and means both.
    event.preventDefault()
    event.stopPropagation()
    if (scanned !== undefined) onScan(scanned)
  }

  addEventListener('keydown', onKey, { capture: true, signal: watching.signal })
  return () => watching.abort()
}
