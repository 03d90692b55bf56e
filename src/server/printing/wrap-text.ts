const [isolate, endOfIsolate] = ['\u2068', '\u2069']
const isolates = /\u2068[^\u2068\u2069]*\u2069/gu

/** A letter, or a mark of direction. */
const strong = /[\p{L}\u200E\u200F]/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\u200F]/u

/** The direction of a text, by its first letter outside isolates; undefined without one. */
export function directionOf(text: string): 'ltr' | 'rtl' | undefined {
  // Isolates can be nested.
  let outside = text
  for (let before = ''; before !== outside;) {
    before = outside
    outside = outside.replace(isolates, '')
  }
  const [first] = strong.exec(outside) ?? []
  return first === undefined ? undefined : rightToLeft.test(first) ? 'rtl' : 'ltr'
}

/** One line of a text, and the direction of the paragraph that it is of. */
interface Line {
  readonly text: string
  readonly direction: 'ltr' | 'rtl' | undefined
}

/**
 * Breaks a text into lines of at most this width, between words; a word that is wider breaks anywhere. Nothing is cut
 * off. Each end of a line in the text begins a new paragraph.
 */
export const wrapText = (text: string, width: number, measure: (text: string) => number): readonly Line[] =>
  text.split(/\r\n|[\r\n\u2028\u2029]/).flatMap((paragraph) => {
    const direction = directionOf(paragraph)
    const lines = closeIsolates(wrapParagraph(visible(paragraph), width, measure))
    return lines.map((line) => ({ text: line, direction }))
  })

/** Tabs and control characters have no shape; overrides of the direction would reach beyond their own text. */
const visible = (text: string): string => text.replace(/[\p{Cc}\u202A-\u202E]+/gu, ' ').trim()

function wrapParagraph(text: string, width: number, measure: (text: string) => number): readonly string[] {
  if (measure(text) <= width) return [text]
  // A label in two languages breaks between them.
  const languages = text.split(/(?<=\u2069) · (?=\u2068)/u)
  if (languages.length > 1) return languages.flatMap((each) => wrapParagraph(each, width, measure))
  const lines: string[] = []
  let line = ''
  // No-break spaces do not break.
  for (const word of text.split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const parts = measure(word) <= width ? [word] : breakWord(word, width, measure)
    lines.push(...parts.slice(0, -1))
    line = parts.at(-1) ?? ''
  }
  return line === '' ? lines : [...lines, line]
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function breakWord(word: string, width: number, measure: (text: string) => number): readonly string[] {
  const parts: string[] = []
  let part = ''
  for (const { segment } of graphemes.segment(word)) {
    if (part !== '' && measure(part + segment) > width) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  return [...parts, part]
}

/** An isolate that is open at the end of a line is closed there, and goes on in the next one. */
function closeIsolates(lines: readonly string[]): readonly string[] {
  let open = 0
  return lines.map((line) => {
    const begun = isolate.repeat(open) + line
    open = 0
    for (const character of begun) {
      if (character === isolate) open += 1
      if (character === endOfIsolate) open = Math.max(0, open - 1)
    }
    return begun + endOfIsolate.repeat(open)
  })
}
