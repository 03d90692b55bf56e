import { drawTicket, type TicketCanvas } from '#server/printing/draw-ticket.ts'
import type { DrawTicket } from '#server/printing/ticket.ts'

/** Draws a ticket with the browser's own canvas and fonts. It makes no PNG, which the practice printer does not take. */
export const drawInPage: DrawTicket = async (page, width) => ({
  ...drawTicket(createCanvas, page, width),
  png: new Uint8Array(),
})

function createCanvas(width: number, height: number): TicketCanvas {
  const on = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!on) throw new Error('The browser draws nothing.')
  return { on, pixels: () => on.getImageData(0, 0, width, height).data }
}
