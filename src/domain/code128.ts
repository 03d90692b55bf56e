// ISO/IEC 15417. Each digit is the width of a bar or a space in modules, starting with a bar.
const patterns =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'.split(
    ' ',
  )
const stop = '2331112'

const toC = 99
const toB = 100
const startB = 104
const startC = 105
const checkModulus = 103

/** The printable characters of code set B. */
const sayable = /^[ -~]+$/

/** Uses set C for pairs of digits where a run is long enough to pay for the switch. */
function valuesOf(text: string): readonly number[] {
  const values: number[] = []
  let at = 0
  let isInC = false
  while (at < text.length) {
    const [digits = ''] = /^\d*/.exec(text.slice(at)) ?? []
    const pays = digits.length >= (at === 0 || at + digits.length === text.length ? 4 : 6)
    if (isInC ? digits.length >= 2 : pays && digits.length % 2 === 0) {
      if (!isInC) values.push(at === 0 ? startC : toC)
      isInC = true
      values.push(Number(text.slice(at, at + 2)))
      at += 2
    } else {
      if (isInC || at === 0) values.push(at === 0 ? startB : toB)
      isInC = false
      values.push(text.charCodeAt(at) - 32)
      at += 1
    }
  }
  return values
}

/**
 * Encodes a text as Code 128.
 * @returns the widths of bars and spaces in turn, in modules, starting and ending with a bar; undefined if the code
 * lacks a character.
 */
export function code128(text: string): readonly number[] | undefined {
  if (!sayable.test(text)) return undefined
  const values = valuesOf(text)
  const check = values.reduce((sum, value, place) => sum + value * Math.max(1, place), 0) % checkModulus
  const bars = [...values, check].map((value) => patterns[value] ?? '').join('') + stop
  return [...bars].map(Number)
}

/** The quiet zone on either side, in modules. */
const quietModules = 10
/** A module of one dot bleeds into its neighbours; more than four only take room. */
const fewestDots = 2
const mostDots = 4

interface FittingBarcode {
  readonly text: string
  /** As `code128` returns them. */
  readonly widths: readonly number[]
  /** The sum of the widths. */
  readonly modules: number
  readonly moduleDots: number
}

/** The first of these texts that can be encoded and, with its quiet zones, fits into so many dots at 203 dpi. */
export function fittingBarcode(texts: readonly string[], dots: number): FittingBarcode | undefined {
  for (const text of texts) {
    const widths = code128(text)
    if (!widths) continue
    const modules = widths.reduce((sum, width) => sum + width, 0)
    const moduleDots = Math.min(mostDots, Math.floor(dots / (modules + 2 * quietModules)))
    if (moduleDots >= fewestDots) return { text, widths, modules, moduleDots }
  }
  return undefined
}
