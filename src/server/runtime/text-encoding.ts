/** The encodings of a text without a declared one. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** UTF-8, or UTF-16 if there is a byte-order mark. */
export function encodingOf([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
