/** What a keyboard tells of a key: its letter as the layout has it, where it lies, and when it was pressed. */
export interface Key {
  readonly key: string
  /** Its place on the keyboard, whatever the layout: `Digit1`, `Numpad1`, `KeyA`. */
  readonly code: string
  /** In milliseconds, on any clock that does not go back. */
  readonly at: number
}

interface ScannerPace {
  /**
   * Takes the next key.
   * @returns whether it may be a scanner's, by its pace; at the key that ends it, what was scanned.
   */
  press(key: Key): { readonly isFast: boolean; readonly scanned: string | undefined }
  /** What was typed so far is no scan. */
  forget(): void
}

/** A scanner types a letter every few milliseconds; nobody types six in a row as fast as this. */
const paceMs = 35
/** Before a scan there is a pause. What follows a shorter one is the rest of a scan that came to a halt, and no code. */
const pauseMs = 150
const fewestLetters = 6
/** Longer is no code that anything here has. */
const mostLetters = 128

const ends = new Set(['Enter', 'Tab'])

/** Tells a scanner that types like a keyboard from a person who does. */
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
      // A scanner holds it for capitals, between two letters.
      if (key.key === 'Shift') return { isFast: false, scanned: undefined }
      const isEnd = ends.has(key.key)
      const gapMs = key.at - last
      // Some take their time before the end; by then it is known for a scanner's, by two letters at its pace.
      const isNext = gapMs <= paceMs || (isEnd && typed.length > 1 && gapMs < pauseMs)
      if (!isNext) isWhole = gapMs >= pauseMs
      const before = isNext ? typed : ''
      const isFast = before !== ''
      const letter = letterOf(key)
      typed = before + (letter ?? '')
      last = key.at
      if (letter !== undefined) return { isFast, scanned: undefined }
      const isScan = isEnd && isWhole && before.length >= fewestLetters && before.length <= mostLetters
      // A key of another kind may go before a scan, but is not in it.
      if (isEnd) forget()
      else if (isFast) isWhole = false
      return { isFast, scanned: isScan ? before : undefined }
    },
  }
}

const arabic = /^[\u0600-\u06FF]/
const place = /^(?:Digit|Numpad|Key)([\dA-Z])$/

/** A scanner presses places as on a Latin keyboard: where the layout is an Arabic one, the place says what was meant. */
function letterOf({ key, code }: Key): string | undefined {
  const meant = arabic.test(key) ? place.exec(code)?.[1] : undefined
  return meant ?? (key.length === 1 ? key : undefined)
}

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
