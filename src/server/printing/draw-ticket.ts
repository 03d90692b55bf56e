import { layOutTicket } from './lay-out-ticket.ts'
import type { InkMark, TicketContext } from './ticket-ink.ts'
import type { TicketImage, TicketPage } from './ticket.ts'

export interface TicketCanvas {
  readonly on: TicketContext
  /** Red, green, blue and opacity of each dot, row by row. */
  pixels(): Uint8Array | Uint8ClampedArray
}

/** A canvas has a greatest height, and a ticket has none; reading much more than a megabyte at once is slow. */
const bandHeight = 512

/**
 * Draws a ticket in black and white. `createCanvas` returns a canvas whose fonts are loaded (`ticketFonts`).
 * @param width in dots, a multiple of 8
 */
export function drawTicket(
  createCanvas: (width: number, height: number) => TicketCanvas,
  page: TicketPage,
  width: number,
): Omit<TicketImage, 'png'> {
  const { on, pixels } = createCanvas(width, bandHeight)
  const { height, marks } = layOutTicket(on, page, width)
  const bits = new Uint8Array((width / 8) * height)
  for (let top = 0; top < height; top += bandHeight) {
    const rows = Math.min(bandHeight, height - top)
    on.fillStyle = 'white'
    on.fillRect(0, 0, width, bandHeight)
    for (const mark of marks) {
      const y = mark.y - top
      if (isInBand(mark, y, rows)) drawMark(on, mark, y)
    }
    packDots(pixels(), bits.subarray((width / 8) * top, (width / 8) * (top + rows)))
  }
  return { width, height, bits }
}

const isInBand = (mark: InkMark, y: number, rows: number): boolean =>
  mark.is === 'rectangle' ? y < rows && y + mark.height > 0 : y - 2 * mark.size < rows && y + mark.size > 0

function drawMark(on: TicketContext, mark: InkMark, y: number): void {
  on.fillStyle = mark.ink
  if (mark.is === 'rectangle') return on.fillRect(mark.x, y, mark.width, mark.height)
  on.font = mark.font
  on.direction = mark.direction
  on.textAlign = mark.align
  on.fillText(mark.text, mark.x, y)
}

/** Darker than this is black. Thin strokes that lie between two dots stay whole. */
const threshold = 150

/** Opaque white, as a whole number of 32 bits with a sign. */
const white = -1

/** Turns pixels into dots: a byte holds eight, the leftmost in its highest bit. */
function packDots(rgba: Uint8Array | Uint8ClampedArray, bits: Uint8Array): void {
  const colours = new Int32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4)
  const count = 8 * bits.length
  for (let dot = 0; dot < count; dot += 1) {
    // Most of the paper is white. Black ink on white paper: one colour tells.
    if (colours[dot] !== white && (rgba[4 * dot] ?? 255) < threshold) blacken(bits, dot)
  }
}

function blacken(bits: Uint8Array, dot: number): void {
  bits[dot >> 3] = (bits[dot >> 3] ?? 0) | (0x80 >> (dot & 7))
}
