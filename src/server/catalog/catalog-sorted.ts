import type { CatalogEntry } from './catalog-entry.ts'
import { createScan, joinTexts, splitText, type JoinedTexts, type SearchTerms, type SplitText } from './catalog-scan.ts'

/** Entries sorted by text, in chunks, so that a new page moves a few hundred of them and not all. */
export interface SortedEntries {
  insert(entry: CatalogEntry): void
  remove(entry: CatalogEntry): void
  clear(): void
  all(): readonly CatalogEntry[]
  /** Calls back with every match, in order, and its rank: 0 is best. */
  scan(terms: SearchTerms, found: (entry: CatalogEntry, rank: number) => void): void
}

interface Chunk {
  readonly entries: CatalogEntry[]
  /** Their texts, at the same indexes. */
  readonly texts: SplitText[]
  /** All texts joined; created on the first search. */
  joined: JoinedTexts | undefined
}

const chunkLimit = 256

const isBefore = (one: CatalogEntry, other: CatalogEntry): boolean =>
  one.text < other.text || (one.text === other.text && one.key < other.key)

const emptyChunk = (): Chunk => ({ entries: [], texts: [], joined: undefined })

/**
 * A few hundred neighbours share one joined text, so that a page arriving during searches rebuilds no more than that.
 */
export function createSortedEntries(): SortedEntries {
  const chunks: Chunk[] = []

  /** The index of the chunk that an entry belongs to. */
  function chunkFor(entry: CatalogEntry): number {
    const after = firstOf(chunks, ({ entries: [first] }) => first !== undefined && isBefore(entry, first))
    return Math.max(0, after - 1)
  }

  return {
    insert(entry) {
      const place = chunkFor(entry)
      const chunk = chunks[place] ?? emptyChunk()
      if (chunks.length === 0) chunks.push(chunk)
      const { entries, texts } = chunk
      const at = firstOf(entries, (other) => isBefore(entry, other))
      entries.splice(at, 0, entry)
      texts.splice(at, 0, splitText(entry.text))
      chunk.joined = undefined
      if (entries.length <= chunkLimit) return
      const half = chunkLimit / 2
      chunks.splice(place + 1, 0, { entries: entries.splice(half), texts: texts.splice(half), joined: undefined })
    },
    remove(entry) {
      const place = chunkFor(entry)
      const chunk = chunks[place]
      const at = chunk?.entries.indexOf(entry) ?? -1
      if (!chunk || at < 0) return
      chunk.entries.splice(at, 1)
      chunk.texts.splice(at, 1)
      chunk.joined = undefined
      if (chunk.entries.length === 0) chunks.splice(place, 1)
    },
    clear() {
      chunks.length = 0
    },
    all: () => chunks.flatMap(({ entries }) => entries),
    scan(terms, found) {
      const scan = createScan(terms)
      for (const chunk of chunks) {
        const { entries, texts } = chunk
        chunk.joined ??= joinTexts(texts)
        scan(chunk.joined, (at, rank) => {
          const entry = entries[at]
          // Compares without reading the entry, which would be a cache miss for each.
          if (entry !== undefined) found(entry, rank)
        })
      }
    },
  }
}

/** The first index for which a condition holds that also holds for all later ones. */
function firstOf<T>(sorted: readonly T[], isSo: (each: T) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const each = sorted[middle]
    if (each !== undefined && isSo(each)) high = middle
    else low = middle + 1
  }
  return low
}
