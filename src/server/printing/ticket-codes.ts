import { encodeQR } from 'qr'
import { fittingBarcode } from '#domain/code128.ts'
import type { Column, InkMark } from './ticket-ink.ts'

interface Code {
  readonly height: number
  readonly marks: readonly InkMark[]
}

const barHeight = 88

/** Code 128 with modules of whole dots; undefined if no text fits. */
export function barcodeIn({ x, width }: Column, y: number, texts: readonly string[]): Code | undefined {
  const barcode = fittingBarcode(texts, width)
  if (!barcode) return undefined
  const { widths, modules, moduleDots } = barcode
  let left = x + Math.floor((width - modules * moduleDots) / 2)
  const marks = widths.flatMap((modulesWide, index): readonly InkMark[] => {
    const bar = {
      is: 'rectangle',
      x: left,
      y,
      width: modulesWide * moduleDots,
      height: barHeight,
      ink: 'black',
    } as const
    left += bar.width
    return index % 2 === 0 ? [bar] : []
  })
  return { height: barHeight, marks }
}

/** Modules of four dots, half a millimetre, are read by any camera. */
const fewestDots = 4
const mostDots = 7
/** The quiet zone on every side, in modules. */
const quietOfQr = 4

/** A QR code with modules of whole dots and its quiet zone; undefined if it does not fit. */
export function qrIn({ x, width }: Column, y: number, text: string): Code | undefined {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quietOfQr })
  const moduleDots = Math.min(mostDots, Math.max(fewestDots, Math.floor((0.45 * width) / rows.length)))
  if (rows.length * moduleDots > width) return undefined
  const left = x + Math.floor((width - rows.length * moduleDots) / 2)
  const marks = rows.flatMap((row, down) =>
    runsOf(row).map(([from, to]): InkMark => ({
      is: 'rectangle',
      x: left + from * moduleDots,
      y: y + down * moduleDots,
      width: (to - from) * moduleDots,
      height: moduleDots,
      ink: 'black',
    })),
  )
  return { height: rows.length * moduleDots, marks }
}

/** Neighbouring dark modules are one rectangle. */
function runsOf(row: readonly boolean[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = []
  row.forEach((isDark, at) => {
    const last = runs.at(-1)
    if (!isDark) return
    if (last?.[1] === at) last[1] = at + 1
    else runs.push([at, at + 1])
  })
  return runs
}
