import { fold } from '#contract/fold.ts'
import { translationsOf } from '#reading/names.ts'

/** Whether every word of a search stands in one of the names, in whatever language, or is the id. */
export function isMatch(search: string, names: readonly unknown[], id?: number): boolean {
  const texts = names.flatMap((name) => translationsOf(name, 'en')).map(({ text }) => fold(text))
  const words = fold(search).split(' ').filter(Boolean)
  return words.every((word) => word === String(id) || texts.some((text) => text.includes(word)))
}
