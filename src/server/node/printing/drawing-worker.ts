import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { createThreadCalls } from '#server/node/thread-calls.ts'
import { drawTicket, type TicketCanvas } from '#server/printing/draw-ticket.ts'
import { ticketFonts } from '#server/printing/ticket-ink.ts'
import type { TicketImage, TicketPage } from '#server/printing/ticket.ts'
import { pngOf } from './png.ts'

/** Functions of the drawing thread for the server's thread. */
export type ServedDrawing = {
  draw(ticket: { readonly page: TicketPage; readonly width: number }): Promise<TicketImage>
}

/** The scripts of each family; other letters come from the machine's own fonts, if it has any. */
const fonts = [
  {
    family: ticketFonts.latin,
    name: 'noto-sans',
    folder: import.meta.resolve('@fontsource/noto-sans/LICENSE'),
    scripts: ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'],
  },
  {
    family: ticketFonts.arabic,
    name: 'noto-sans-arabic',
    folder: import.meta.resolve('@fontsource/noto-sans-arabic/LICENSE'),
    scripts: ['arabic'],
  },
]

function loadFonts(): void {
  for (const { family, name, folder, scripts } of fonts) {
    for (const file of scripts.flatMap((script) => [400, 700].map((weight) => `${name}-${script}-${weight}-normal`))) {
      const path = fileURLToPath(new URL(`files/${file}.woff2`, folder))
      if (!GlobalFonts.registerFromPath(path, family)) throw new Error(`The font ${file} cannot be loaded.`)
    }
  }
}

// Tickets are drawn in a thread of their own: drawing must not delay an order's webhook.
if (parentPort) {
  loadFonts()
  const served: ServedDrawing = {
    async draw({ page, width }) {
      const image = drawTicket(canvasOf, page, width)
      return { ...image, png: pngOf(image.width, image.height, image.bits) }
    },
  }
  createThreadCalls(parentPort, served)
}

function canvasOf(width: number, height: number): TicketCanvas {
  const canvas = createCanvas(width, height)
  const on = canvas.getContext('2d')
  // The same letters on every machine, whatever its language.
  on.lang = 'en'
  // Not `getImageData`, which copies.
  return { on, pixels: () => canvas.data() }
}
