/** A key press: its character in the current layout, its position, and its time. */
export interface Key {
  readonly key: string
  /** The physical key, regardless of the layout: `Digit1`, `Numpad1`, `KeyA`. */
  readonly code: string
  /** In milliseconds, on any monotonic clock. */
  readonly at: number
}

interface ScannerPace {
  /**
   * Takes the next key.
   * @returns whether its pace may be a scanner's and, at the key that ends a scan, the scanned code.
   */
  press(key: Key): { readonly isFast: boolean; readonly scanned: string | undefined }
  /** Discards the keys so far. */
  forget(): void
}

/** Scanners type a character every few milliseconds. No person types six in a row at this pace. */
const paceMs = 35
/** A scan begins after a pause. Keys after a shorter one are the rest of an interrupted scan, and no code. */
const pauseMs = 150
const fewestLetters = 6
/** No code here is longer. */
const mostLetters = 128

const ends = new Set(['Enter', 'Tab'])

/** Distinguishes a scanner that acts as a keyboard from a person typing. */
export function createScannerPace(): ScannerPace {
  let typed = ''
  let isWhole = true
  let last = Number.NEGATIVE_INFINITY

  function forget() {
    typed = ''
    last = Number.NEGATIVE_INFINITY
  }

  return {
    forget,
    press(key) {
      // Scanners press Shift between characters for capitals.
      if (key.key === 'Shift') return { isFast: false, scanned: undefined }
      const isEnd = ends.has(key.key)
      const gapMs = key.at - last
      // Some scanners pause before the end key; two characters at their pace have identified them by then.
      const isNext = gapMs <= paceMs || (isEnd && typed.length > 1 && gapMs < pauseMs)
      if (!isNext) isWhole = gapMs >= pauseMs
      const before = isNext ? typed : ''
      const isFast = before !== ''
      const letter = letterOf(key)
      typed = before + (letter ?? '')
      last = key.at
      if (letter !== undefined) return { isFast, scanned: undefined }
      const isScan = isEnd && isWhole && before.length >= fewestLetters && before.length <= mostLetters
      // A non-character key may precede a scan, but is never inside one.
      if (isEnd) forget()
      else if (isFast) isWhole = false
      return { isFast, scanned: isScan ? before : undefined }
    },
  }
}

const arabic = /^[\u0600-\u06FF]/
const place = /^(?:Digit|Numpad|Key)([\dA-Z])$/

/** Scanners press keys of a Latin layout. In an Arabic layout, the physical key gives the character. */
function letterOf({ key, code }: Key): string | undefined {
  const meant = arabic.test(key) ? place.exec(code)?.[1] : undefined
  return meant ?? (key.length === 1 ? key : undefined)
}

const textFields = 'textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=button])'

/** Whether the target is a text field, which receives a scanner's keys as usual. */
const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(textFields) !== null

/** Replaces the whole text with the scan instead of appending it. */
function replaceText(field: HTMLInputElement, text: string): void {
  field.setRangeText(text, 0, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/**
 * Watches the keyboard for a scanner. The keys of a scan have no other effect; otherwise its Enter would press the focused
 * button or submit a dialog. In a text field the scan is typed, and in a search field it replaces the text.
 * @returns how to stop.
 */
export function watchKeys(onScan: (code: string) => void): () => void {
  const pace = createScannerPace()
  const paceInField = createScannerPace()
  const watching = new AbortController()

  function onKey(event: KeyboardEvent) {
    const { key, code, timeStamp: at, target } = event
    // A held key repeats as fast as a scanner types.
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
    // Also for a partial scan, because no person presses two keys this fast on purpose.
    event.preventDefault()
    event.stopPropagation()
    if (scanned !== undefined) onScan(scanned)
  }

  addEventListener('keydown', onKey, { capture: true, signal: watching.signal })
  return () => watching.abort()
}
