// Normalized texts are scanned in two parts: ASCII, which is most and takes one byte per character, and the lines that
// are not ASCII. Searching texts side by side is ten times as fast as searching separate strings across memory.

/**
 * A text prepared for scanning: a mark replaces all that is not ASCII, and the lines with such characters are separate.
 */
export interface SplitText {
  readonly latin: string
  readonly wide: string
}

/** Many texts, each followed by a carriage return, with their offsets and, last, the end. */
interface Joined {
  readonly text: string
  readonly starts: Int32Array
}

export interface JoinedTexts {
  readonly latin: Joined
  readonly wide: Joined
}

/** The search: all words, anywhere in a text. Normalized like the texts. */
export interface SearchTerms {
  readonly words: readonly string[]
  /** The words as typed, in sequence. A match of the phrase ranks above one of its words. */
  readonly phrase: string
  /** The phrase as a code, without separators. */
  readonly code: string
}

type Hit = (at: number, rank: number) => void

const [tab, lineFeed, space] = [9, 10, 32]
const [isCode, isName, beginsName, beginsWord, isInside, hasAllWords] = [0, 1, 2, 3, 4, 5] as const
/** Number of ranks; 0 is the best. */
export const ranks = 6

const isWide = (text: string): boolean => /[^\0-\x7f]/.test(text)

export const splitText = (text: string): SplitText => ({
  latin: text.replace(/[^\0-\x7f]+/g, '\u0001'),
  wide: isWide(text) ? `\n${text.split('\n').filter(isWide).join('\n')}\n` : '',
})

export const joinTexts = (texts: readonly SplitText[]): JoinedTexts => ({
  latin: join(texts.map(({ latin }) => latin)),
  wide: join(texts.map(({ wide }) => wide)),
})

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()]

function join(texts: readonly string[]): Joined {
  const starts = new Int32Array(texts.length + 1)
  let length = 0
  for (const [at, text] of texts.entries()) starts[at + 1] = length += text.length + 1
  // Decoding anew makes engines store ASCII in one byte per character, whatever string it was cut from.
  return { text: decoder.decode(encoder.encode(`${texts.join('\r')}\r`)), starts }
}

/** Calls back, in order, with the index of every text that has all words, and its rank. */
export type Scan = (texts: JoinedTexts, found: Hit) => void

/** Creates a scan that can run over many joined texts. */
export function createScan(terms: SearchTerms): Scan {
  const [message, ...others] = terms.words
  if (message === undefined) return () => undefined
  if (others.length > 0) return createScanForAll(terms)
  return (texts, found) => {
    const hits = follow(texts, message)
    for (let at = hits.next(0); at < hits.count; at = hits.next(at + 1)) found(at, hits.rank(at))
  }
}

function createScanForAll({ words, phrase, code }: SearchTerms): Scan {
  // A word missing from some texts is mostly missing from their neighbours too, so testing it first spares the others.
  let inOrder = words

  /** Undefined if one of the words is missing. */
  function followAll(texts: JoinedTexts): readonly Follower[] | undefined {
    const hits: Follower[] = []
    for (const word of inOrder) {
      const hit = follow(texts, word)
      if (hit.next(0) === hit.count) {
        inOrder = [word, ...inOrder.filter((other) => other !== word)]
        return undefined
      }
      hits.push(hit)
    }
    // The word whose first hit is latest is usually the rarest. It leads, and everything between its hits is skipped.
    return hits.toSorted((one, other) => other.next(0) - one.next(0))
  }

  return (texts, found) => {
    const hits = followAll(texts) ?? []
    const count = hits[0]?.count ?? 0
    const joined = joinedFor(texts, phrase)
    for (let at = 0; at < count;) {
      let next = at
      for (const word of hits) next = word.next(next)
      if (next > at) at = next
      else {
        const hasCode = textAt(texts.latin, at).includes(`\t${code}\t`)
        found(at, hasCode ? isCode : rankIn(textAt(joined, at), phrase))
        at += 1
      }
    }
  }
}

const textAt = ({ text, starts }: Joined, at: number): string => text.slice(starts[at], starts[at + 1])
const joinedFor = (texts: JoinedTexts, term: string): Joined => (isWide(term) ? texts.wide : texts.latin)

function rankIn(text: string, phrase: string): number {
  let best: number = hasAllWords
  for (let place = text.indexOf(phrase); place >= 0; place = text.indexOf(phrase, place + 1)) {
    best = Math.min(best, rankAt(text, place, phrase))
  }
  return best
}

const follow = (texts: JoinedTexts, term: string): Follower => new Follower(joinedFor(texts, term), term)

/** Finds the next hit of a term. Positions must rise, so that nothing is read twice. */
class Follower {
  /** Number of texts. */
  readonly count: number
  readonly #text: string
  readonly #starts: Int32Array
  readonly #term: string
  #place: number
  #at = 0

  constructor({ text, starts }: Joined, term: string) {
    this.#text = text
    this.#starts = starts
    this.#term = term
    this.count = starts.length - 1
    this.#place = this.#find(0)
    this.#settle()
  }

  /** The first text at or after a position that has the term; the number of texts if none. */
  next(at: number): number {
    if (this.#at >= at) return this.#at
    const start = this.#starts[at] ?? 0
    if (this.#place < start) this.#place = this.#find(start)
    return this.#settle()
  }

  /** The rank of the text that `next` has found. */
  rank(at: number): number {
    const end = this.#starts[at + 1] ?? 0
    let best: number = isInside
    for (; this.#place < end; this.#place = this.#find(this.#place + 1)) {
      best = Math.min(best, rankAt(this.#text, this.#place, this.#term))
    }
    return best
  }

  /** The end of all texts if there is no further hit. */
  #find(from: number): number {
    const place = this.#text.indexOf(this.#term, from)
    return place < 0 ? this.#text.length : place
  }

  /** The text that contains the next hit. */
  #settle(): number {
    let at = this.#at
    while (at < this.count && (this.#starts[at + 1] ?? 0) <= this.#place) at += 1
    return (this.#at = at)
  }
}

/** Ranks an exact code first; then a whole name, the start of a name, the start of a word, and inside a word. */
function rankAt(text: string, place: number, term: string): number {
  const [before, after] = [text.charCodeAt(place - 1), text.charCodeAt(place + term.length)]
  if (before === tab) return after === tab ? isCode : beginsWord
  if (before === lineFeed) return after === lineFeed ? isName : beginsName
  return before === space ? beginsWord : isInside
}
