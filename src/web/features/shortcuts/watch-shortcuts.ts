import { isDialogOpen } from '#web/components/open-dialogs.ts'

/** A key stands alone when nothing was typed so long before and after it, in milliseconds: scanners type whole codes. */
const aloneMs = 150

const typing = 'input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]'

/**
 * Watches for a single key, pressed alone where nobody types and nothing is asked.
 * @returns how to stop.
 */
export function watchShortcuts(onKey: (key: string) => void): () => void {
  const watching = new AbortController()
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  function press(event: KeyboardEvent) {
    // They are held for another key, as Shift for a question mark.
    if (['Shift', 'CapsLock', 'AltGraph'].includes(event.key)) return
    clearTimeout(timer)
    const gapMs = event.timeStamp - last
    last = event.timeStamp
    const { key, target } = event
    const isTyped = target instanceof Element && target.closest(typing) !== null
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing
    if (key.length !== 1 || gapMs < aloneMs || isHeld || isTyped || isDialogOpen()) return
    // Firefox would open its own search.
    if (key === '/') event.preventDefault()
    timer = setTimeout(() => onKey(meant(event)), aloneMs)
  }

  // A scanner's keys are heard before its own watch takes them.
  addEventListener('keydown', press, { capture: true, signal: watching.signal })
  return () => {
    clearTimeout(timer)
    watching.abort()
  }
}

/** On an Arabic layout the place of the key says which letter was meant. */
function meant({ key, code }: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return /^[a-z]$/i.test(key) || letter === undefined ? key.toLowerCase() : letter.toLowerCase()
}
