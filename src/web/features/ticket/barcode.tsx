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

/** One dot of a receipt printer: 203 dpi. */
const dotMm = 25.4 / 203
/** The quiet zone on either side, in modules. */
const quiet = 10
/** A module of one dot bleeds into its neighbours; more than four only take room. */
const fewestDots = 2
const mostDots = 4

interface BarcodeProps {
  /** The first of these that can be encoded and fits the paper is printed. */
  readonly texts: readonly string[]
  readonly widthMm: number
}

/** A barcode whose modules are whole dots of a receipt printer, so that rounding makes no bar wider. */
export function Barcode({ texts, widthMm }: BarcodeProps) {
  for (const text of texts) {
    const widths = code128(text)
    if (!widths) continue
    const modules = widths.reduce((sum, width) => sum + width, 0)
    const dots = Math.min(mostDots, Math.floor(widthMm / dotMm / (modules + 2 * quiet)))
    if (dots >= fewestDots) return <Bars widths={widths} modules={modules} moduleMm={dots * dotMm} text={text} />
  }
  return null
}

interface BarsProps {
  readonly widths: readonly number[]
  readonly modules: number
  readonly moduleMm: number
  readonly text: string
}

function Bars({ widths, modules, moduleMm, text }: BarsProps) {
  const startOf = (index: number) => widths.slice(0, index).reduce((sum, width) => sum + width, 0)
  const bars = widths.map((width, index) =>
    index % 2 === 0 ? <rect key={index} x={startOf(index)} y={0} width={width} height={1} /> : null,
  )
  return (
    <svg
      className="ticket-barcode"
      data-text={text}
      viewBox={`0 0 ${modules} 1`}
      width={`${(modules * moduleMm).toFixed(4)}mm`}
      height="11mm"
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      {bars}
    </svg>
  )
}
