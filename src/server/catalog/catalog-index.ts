import { foldCode, normalizeForSearch } from '#domain/search-text.ts'
import { readBarcode } from '#domain/barcode.ts'
import type { CatalogEntry } from './catalog-entry.ts'
import { ranks } from './catalog-scan.ts'
import { createSortedEntries, type SortedEntries } from './catalog-sorted.ts'

export interface CatalogIndex {
  /** Adds entries, replacing those with the same key. `walk` is the walk that saw them. */
  put(entries: readonly CatalogEntry[], walk: number): void
  remove(keys: readonly string[]): void
  clear(): void
  size(): number
  /** Increases with every change. */
  version(): number
  /** The last walk that saw an item; undefined if none did. */
  walkOf(key: string): number | undefined
  /** All entries, by name. */
  all(): readonly CatalogEntry[]
  find(key: string): CatalogEntry | undefined
  byReference(reference: string): readonly CatalogEntry[]
  /** `barcode` as returned by `barcodeOf`. */
  byBarcode(barcode: string): readonly CatalogEntry[]
  /** The matching entries that fit the filter, best match first: up to the limit, and the total. */
  search(text: string, options?: SearchOptions): FoundEntries
}

interface SearchOptions {
  readonly fits?: ((entry: CatalogEntry) => boolean) | undefined
  readonly limit?: number
}

interface FoundEntries {
  readonly entries: readonly CatalogEntry[]
  readonly total: number
}

interface Held {
  readonly entry: CatalogEntry
  walk: number
}

/** Most items are unchanged on a later walk, and then nothing is moved. */
const isSame = (one: CatalogEntry, other: CatalogEntry): boolean =>
  one.text === other.text && JSON.stringify(one) === JSON.stringify(other)

/** All items of a shop in memory, with only the data that search needs. A plain loop over texts is fast enough. */
export function createCatalogIndex(): CatalogIndex {
  const held = new Map<string, Held>()
  const references = createLookup()
  const barcodes = createLookup()
  const sorted = createSortedEntries()
  let version = 0

  function drop(entry: CatalogEntry): void {
    sorted.remove(entry)
    references.remove(entry.reference, entry)
    barcodes.remove(entry.barcode, entry)
  }

  return {
    put(entries, walk) {
      for (const entry of new Map(entries.map((each) => [each.key, each])).values()) {
        const known = held.get(entry.key)
        if (known && isSame(known.entry, entry)) {
          known.walk = walk
          continue
        }
        version += 1
        if (known) drop(known.entry)
        held.set(entry.key, { entry, walk })
        sorted.insert(entry)
        references.add(entry.reference, entry)
        barcodes.add(entry.barcode, entry)
      }
    },
    remove(keys) {
      version += 1
      for (const key of keys) {
        const known = held.get(key)
        if (known) drop(known.entry)
        held.delete(key)
      }
    },
    clear() {
      version += 1
      held.clear()
      references.clear()
      barcodes.clear()
      sorted.clear()
    },
    size: () => held.size,
    version: () => version,
    walkOf: (key) => held.get(key)?.walk,
    all: sorted.all,
    find: (key) => held.get(key)?.entry,
    byReference: references.find,
    byBarcode: barcodes.find,
    search: (text, options = {}) => searchIn(sorted, barcodes, text, options),
  }
}

function searchIn(
  sorted: SortedEntries,
  barcodes: Lookup,
  text: string,
  { fits = () => true, limit = Number.POSITIVE_INFINITY }: SearchOptions,
): FoundEntries {
  const phrase = normalizeForSearch(text)
  // Names contain no punctuation, so a search for punctuation alone finds nothing and not everything.
  if (phrase === '' && text.trim() !== '') return { entries: [], total: 0 }
  if (phrase === '') {
    const all = sorted.all().filter(fits)
    return { entries: all.slice(0, limit), total: all.length }
  }
  const found: CatalogEntry[][] = Array.from({ length: ranks }, () => [])
  let total = 0
  /** For a word that a third of all items have, only one page is stored. */
  function take(entry: CatalogEntry, rank: number): void {
    if (!fits(entry)) return
    total += 1
    const those = found[rank]
    if (those && those.length < limit) those.push(entry)
  }
  const code = foldCode(text)
  const written = writtenOtherwise(sorted, barcodes, code)
  for (const entry of written) take(entry, 0)
  const words = [...new Set(phrase.split(' '))]
  // Looking up an entry is a cache miss, so it is skipped when nothing can be found.
  const isTaken = (entry: CatalogEntry) => written.size > 0 && written.has(entry)
  sorted.scan({ words, phrase, code }, (entry, rank) => isTaken(entry) || take(entry, rank))
  return { entries: found.flat().slice(0, limit), total }
}

/**
 * Entries whose code is the typed one in another form: with fewer leading zeros, or, if no code matches exactly, as
 * decoded.
 */
function writtenOtherwise(sorted: SortedEntries, barcodes: Lookup, typed: string): ReadonlySet<CatalogEntry> {
  const code = typed.replace(/^0+(?=\d+$)/, '')
  const found = code === typed ? new Set<CatalogEntry>() : withCode(sorted, code)
  const reading = readBarcode(typed)
  if (!reading || found.size > 0 || withCode(sorted, typed).size > 0) return found
  return new Set(reading.barcodes.flatMap(barcodes.find))
}

function withCode(sorted: SortedEntries, code: string): ReadonlySet<CatalogEntry> {
  const found = new Set<CatalogEntry>()
  sorted.scan({ words: [code], phrase: code, code }, (entry, rank) => rank === 0 && found.add(entry))
  return found
}

interface Lookup {
  add(code: string | undefined, entry: CatalogEntry): void
  remove(code: string | undefined, entry: CatalogEntry): void
  find(code: string): readonly CatalogEntry[]
  clear(): void
}

/**
 * Entries by a code that should be unique and often is not. Stores a list only for duplicates, because there are many
 * codes.
 */
function createLookup(): Lookup {
  const held = new Map<string, CatalogEntry | readonly CatalogEntry[]>()
  const find = (code: string): readonly CatalogEntry[] => {
    const found = held.get(code)
    return found === undefined ? [] : [found].flat()
  }
  const hold = (code: string, entries: readonly CatalogEntry[]): void => {
    const [only, second] = entries
    if (!only) held.delete(code)
    else held.set(code, second ? entries : only)
  }
  return {
    find,
    add: (code, entry) => code !== undefined && hold(code, [...find(code), entry]),
    remove: (code, entry) =>
      code !== undefined &&
      hold(
        code,
        find(code).filter((each) => each !== entry),
      ),
    clear: () => held.clear(),
  }
}
