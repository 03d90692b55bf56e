import { code128 } from './code-128.ts'

/** One dot of the heads that print receipts: 203 to the inch. */
const dotMm = 25.4 / 203
/** A scanner wants so much white on either side, in modules. */
const quiet = 10
/** A module of one dot bleeds into its neighbours; above four it only takes room. */
const fewestDots = 2
const mostDots = 4

interface BarcodeProps {
  /** The first of these that the code has letters for, and that fits the paper. */
  readonly texts: readonly string[]
  readonly widthMm: number
}

/** A barcode whose modules are whole dots of a receipt printer: no bar is wider than its neighbour by chance. */
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
