import { translationsOf } from '#reading/names.ts'

/** Case and accents aside: nobody types them the way a shop wrote them. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{Mn}\u0640]/gu, '')
    .toLowerCase()

/** Whether every word of a search stands in one of the names, in whatever language, or is the id. */
export function isMatch(search: string, names: readonly unknown[], id?: number): boolean {
  const texts = names.flatMap((name) => translationsOf(name, 'en')).map(({ text }) => folded(text))
  const words = folded(search).split(/\s+/).filter(Boolean)
  return words.every((word) => word === String(id) || word === `#${id}` || texts.some((text) => text.includes(word)))
}
