import type { PrinterCondition } from '#contract/desk/printers.ts'
import type { TicketImage } from './ticket.ts'

// ESC/POS, as Epson's "ESC/POS Command Reference" describes it and other makers' printers understand it.

const [escape, group, datalink] = [0x1b, 0x1d, 0x10]

/** Printers take at most 2,303 rows in one raster image. */
const rowsAtMost = 2048

/** A ticket as commands: initialize, perhaps open the drawer, the image, feed and cut. */
export function printCommands({ width, height, bits }: TicketImage, opensDrawer: boolean): Uint8Array<ArrayBuffer> {
  const across = width / 8
  const parts: Uint8Array[] = [Uint8Array.of(escape, 0x40)]
  // The first drawer, 50 ms on and 500 ms off.
  if (opensDrawer) parts.push(Uint8Array.of(escape, 0x70, 0, 25, 250))
  for (let row = 0; row < height; row += rowsAtMost) {
    const rows = Math.min(rowsAtMost, height - row)
    parts.push(Uint8Array.of(group, 0x76, 0x30, 0, across & 255, across >> 8, rows & 255, rows >> 8))
    parts.push(withoutRealTimeCommands(bits.subarray(row * across, (row + rows) * across)))
  }
  // Feeds to the knife and cuts all but one point.
  parts.push(Uint8Array.of(group, 0x56, 66, 3))
  return joined(parts)
}

/** `DLE` followed by one of these is carried out at once, even within an image. */
const realTime = [0x04, 0x05, 0x14]

/** Blackens one more dot where eight dots and the next eight would read as a command. */
function withoutRealTimeCommands(dots: Uint8Array): Uint8Array {
  const found = dots.findIndex((byte, at) => isRealTime(byte, dots[at + 1]))
  return found < 0 ? dots : dots.map((byte, at) => (isRealTime(byte, dots[at + 1]) ? byte | 0x08 : byte))
}

const isRealTime = (byte: number, next: number | undefined): boolean =>
  byte === datalink && next !== undefined && realTime.includes(next)

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Asks for a real-time status, which a printer answers at once: 1 is the printer, 2 why it is offline, 4 the paper. */
export const statusRequest = (kind: 1 | 2 | 4): Uint8Array<ArrayBuffer> => Uint8Array.of(datalink, 0x04, kind)

/** Asks for the paper sensor in the order of the commands: a printer answers once it has come to this one. */
export const doneRequest = (): Uint8Array<ArrayBuffer> => Uint8Array.of(group, 0x72, 1)

/** Whether a byte answers `statusRequest`: bits 1 and 4 are set, bits 0 and 7 are not. */
export const isStatus = (byte: number): boolean => (byte & 0x93) === 0x12

/** Whether a byte answers `doneRequest`: bits 4 and 7 are not set. */
export const isDone = (byte: number): boolean => (byte & 0x90) === 0

/** Whether the answer to `doneRequest` says that the paper has run out. */
export const saysNoPaper = (byte: number): boolean => (byte & 0x0c) !== 0

/** Whether a byte is the first of the four of an unasked status, of which the others could be taken for answers. */
export const isUnasked = (byte: number): boolean => (byte & 0x93) === 0x10
export const unaskedLength = 4

interface Statuses {
  readonly printer: number
  readonly offline: number
  readonly paper: number
}

/** What the three answers to `statusRequest` say. */
export function conditionOf({ printer, offline, paper }: Statuses): PrinterCondition {
  if (offline & 0x04) return 'cover_open'
  if (paper & 0x60 || offline & 0x20) return 'paper_out'
  if (offline & 0x40 || printer & 0x08) return 'error'
  return paper & 0x0c ? 'paper_low' : 'ready'
}
