import { fittingBarcode } from '#domain/code128.ts'

/** One dot of a receipt printer: 203 dpi. */
const dotMm = 25.4 / 203
interface BarcodeProps {
  /** The first of these that can be encoded and fits the paper is printed. */
  readonly texts: readonly string[]
  readonly widthMm: number
}

/** A barcode whose modules are whole dots of a receipt printer, so that rounding makes no bar wider. */
export function Barcode({ texts, widthMm }: BarcodeProps) {
  const barcode = fittingBarcode(texts, widthMm / dotMm)
  if (!barcode) return null
  const { widths, modules, moduleDots, text } = barcode
  return <Bars widths={widths} modules={modules} moduleMm={moduleDots * dotMm} text={text} />
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
