import { normalizeForSearch } from '#domain/search-text.ts'
import { translationsOf } from '#web/format/names.ts'

/** Whether every word of a search stands in one of the names, in whatever language, or is the id. */
export function isMatch(search: string, names: readonly unknown[], id?: number): boolean {
  const texts = names.flatMap((name) => translationsOf(name, 'en')).map(({ text }) => normalizeForSearch(text))
  const words = normalizeForSearch(search).split(' ').filter(Boolean)
  return words.every((word) => word === String(id) || texts.some((text) => text.includes(word)))
}
