import type { Clock } from '#contract/clock.ts'
import type { PrinterRecord } from '#domain/print-job.ts'
import type { PrinterConnection } from '#server/printing/escpos-printer.ts'
import type { PrintingOutside } from '#server/printing/printing.ts'

/** The host in the address of the practice store's printer. */
const practicePrinterHost = 'practice-printer'

/** A ticket that came out, as dots: the leftmost is a byte's highest bit, and 1 is black. */
export interface PaperPiece {
  readonly id: number
  /** In milliseconds since 1970. */
  readonly at: number
  readonly width: number
  readonly height: number
  readonly bits: Uint8Array<ArrayBuffer>
  /** Whether the cash drawer was opened with it. */
  readonly opensDrawer: boolean
}

export interface PracticePrinter {
  connect(): PrinterConnection
  /** The latest tickets, newest first. */
  pieces(): readonly PaperPiece[]
  hasPaper(): boolean
  /** Takes the paper out, or puts some in. */
  setPaper(hasPaper: boolean): void
}

/** The record of the practice store's printer, which has been there all along. */
export const practicePrinter = (setUpAt: number): PrinterRecord => ({
  id: 'practice',
  name: 'Practice printer',
  kind: 'escpos',
  address: `${practicePrinterHost}:9100`,
  keyHash: null,
  width: 80,
  prints: [
    { what: 'kitchen', on: 'accept', copies: 1 },
    { what: 'bag', on: 'ready', copies: 1 },
    { what: 'full', on: 'demand', copies: 1 },
  ],
  languages: ['en'],
  categoryIds: null,
  backupId: null,
  opensDrawer: false,
  setUpAt,
  state: { is: 'unknown', since: setUpAt, seenAt: null },
})

const usualPiecesKept = 12
const [escape, group, datalink] = [0x1b, 0x1d, 0x10]
/** The fixed bits of a real-time status, and those of a paper sensor without paper. */
const [statusBits, noPaperBits] = [0x12, 0x60]

interface Raster {
  readonly across: number
  readonly rows: number
  readonly bits: Uint8Array
}

/** A printer that understands the ESC/POS of receipt printers and keeps its paper, instead of a real one. */
export function createPracticePrinter(clock: Pick<Clock, 'now'>, piecesKept = usualPiecesKept): PracticePrinter {
  let pieces: readonly PaperPiece[] = []
  let hasPaper = true
  let lastId = 0

  function cut(rasters: readonly Raster[], opensDrawer: boolean): void {
    const across = Math.max(0, ...rasters.map((raster) => raster.across))
    const height = rasters.reduce((sum, { rows }) => sum + rows, 0)
    if (height === 0) return
    const bits = new Uint8Array(across * height)
    let at = 0
    for (const raster of rasters) {
      for (let row = 0; row < raster.rows; row += 1, at += across)
        bits.set(raster.bits.subarray(row * raster.across, (row + 1) * raster.across), at)
    }
    lastId += 1
    const piece = { id: lastId, at: clock.now(), width: across * 8, height, bits, opensDrawer }
    pieces = [piece, ...pieces].slice(0, piecesKept)
  }

  function connect(): PrinterConnection {
    const answers: number[] = []
    let waiting = new Uint8Array()
    let rasters: Raster[] = []
    let opensDrawer = false

    /** Carries out the first command. @returns its length; 0 if it is not whole yet. */
    function carryOut(bytes: Uint8Array): number {
      const [first = 0, second = 0, third = 0, , x = 0, xHigh = 0, y = 0, yHigh = 0] = bytes
      if (first === datalink && bytes.length >= 3) {
        answers.push(third === 4 && !hasPaper ? statusBits | noPaperBits : statusBits)
        return 3
      }
      if (first === escape && second === 0x40) return 2
      if (first === escape && second === 0x70 && bytes.length >= 5) {
        opensDrawer = true
        return 5
      }
      if (first === group && second === 0x72 && bytes.length >= 3) {
        answers.push(0)
        return 3
      }
      if (first === group && second === 0x56 && bytes.length >= 4) {
        cut(rasters, opensDrawer)
        rasters = []
        opensDrawer = false
        return 4
      }
      if (first === group && second === 0x76 && bytes.length >= 8) {
        const [across, rows] = [x + 256 * xHigh, y + 256 * yHigh]
        const end = 8 + across * rows
        if (bytes.length < end) return 0
        rasters.push({ across, rows, bits: bytes.slice(8, end) })
        return end
      }
      return bytes.length > 0 && ![datalink, escape, group].includes(first) ? 1 : 0
    }

    return {
      async write(bytes) {
        const all = new Uint8Array(waiting.length + bytes.length)
        all.set(waiting)
        all.set(bytes, waiting.length)
        let at = 0
        for (let length = carryOut(all); length > 0; length = carryOut(all.subarray(at))) at += length
        waiting = all.slice(at)
      },
      read: async () => answers.shift(),
      close: () => undefined,
    }
  }

  return { connect, pieces: () => pieces, hasPaper: () => hasPaper, setPaper: (has) => void (hasPaper = has) }
}

/** Lets a desk print on the practice printer besides real ones. */
export const withPracticePrinter = (outside: PrintingOutside, printer: PracticePrinter): PrintingOutside => ({
  ...outside,
  connect: async (address, signal) =>
    address.startsWith(`${practicePrinterHost}:`) ? printer.connect() : outside.connect(address, signal),
})

/** A ticket as a Windows bitmap, which every browser shows: one bit a dot, from the bottom row up. */
export function bitmapOf({
  width,
  height,
  bits,
}: Pick<PaperPiece, 'width' | 'height' | 'bits'>): Uint8Array<ArrayBuffer> {
  const across = width / 8
  const rowBytes = Math.ceil(across / 4) * 4
  const headBytes = 62
  const file = new Uint8Array(headBytes + rowBytes * height)
  const head = new DataView(file.buffer)
  file.set([0x42, 0x4d])
  head.setUint32(2, file.length, true)
  head.setUint32(10, headBytes, true)
  head.setUint32(14, 40, true)
  head.setInt32(18, width, true)
  head.setInt32(22, height, true)
  head.setUint16(26, 1, true)
  head.setUint16(28, 1, true)
  // White is 0 and black is 1.
  head.setUint32(54, 0xff_ff_ff, true)
  for (let row = 0; row < height; row += 1)
    file.set(bits.subarray(row * across, (row + 1) * across), headBytes + (height - 1 - row) * rowBytes)
  return file
}
