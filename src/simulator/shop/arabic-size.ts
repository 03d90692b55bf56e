// Three to ten of a thing take its plural; below and above stands the singular.
const units: Readonly<Record<string, readonly [one: string, few: string]>> = {
  g: ['غم', 'غم'],
  kg: ['كغم', 'كغم'],
  ml: ['مل', 'مل'],
  L: ['لتر', 'لتر'],
  m: ['متر', 'أمتار'],
  cm: ['سم', 'سم'],
  W: ['واط', 'واط'],
  IQD: ['دينار', 'دينار'],
  piece: ['قطعة', 'قطع'],
  pieces: ['قطعة', 'قطع'],
  slices: ['شريحة', 'شرائح'],
  bags: ['كيس', 'أكياس'],
  sheets: ['ورقة', 'ورقات'],
  rolls: ['لفة', 'لفات'],
}

/** A size in Arabic words and Western digits: '6 × 250 ml' is '6 × 250 مل'. */
export const arabicSize = (size: string): string =>
  size.replaceAll(', ', '، ').replaceAll(/([\d.,]+) ([A-Za-z]+)/g, (english, number: string, unit: string) => {
    const [one, few] = units[unit] ?? []
    const count = Number(number)
    const word = count >= 3 && count <= 10 ? few : one
    return word === undefined ? english : `${number} ${word}`
  })
