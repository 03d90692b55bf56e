import type { Clock } from '#contract/clock.ts'
import { createPracticePrinter, type PracticePrinter } from '#practice/practice-printer.ts'
import { PrinterLost, type PrinterConnection } from '#server/printing/escpos-printer.ts'
import type { PrintingOutside } from '#server/printing/printing.ts'
import type { TicketPage } from '#server/printing/ticket.ts'

/** An image whose bytes are the ticket's texts, so that a test reads on paper what was drawn. */
function drawTexts({ blocks }: TicketPage) {
  const bits = new TextEncoder().encode(JSON.stringify(blocks))
  return Promise.resolve({ width: 8, height: bits.length, bits, png: bits })
}

export interface TestPrinting {
  readonly outside: PrintingOutside
  readonly printer: PracticePrinter
  /** What came out of the printers at all addresses, oldest first. */
  paper(): readonly string[]
  /** Breaks each connection that comes once it has carried this many bytes. */
  breakAfter(bytes: number | undefined): void
  /** Whether printers can be reached. */
  isUp: boolean
  /** How many bytes the last connection carried to the printer. */
  carried(): number
}

/** Printers in memory that understand ESC/POS, and tickets of text. */
export function createTestPrinting(clock: Pick<Clock, 'now'>): TestPrinting {
  const printer = createPracticePrinter(clock, 1000)
  let limit = Number.POSITIVE_INFINITY
  let count = 0

  function breaking(connection: PrinterConnection): PrinterConnection {
    count = 0
    let isBroken = false
    return {
      ...connection,
      async write(bytes) {
        if (isBroken) throw new PrinterLost()
        const left = limit - count
        isBroken = bytes.length > left
        const part = bytes.slice(0, Math.max(0, left))
        count += part.length
        await connection.write(part)
        if (isBroken) throw new PrinterLost()
      },
      async read(ms) {
        if (isBroken) throw new PrinterLost()
        return connection.read(ms)
      },
    }
  }

  const printing: TestPrinting = {
    printer,
    isUp: true,
    carried: () => count,
    breakAfter: (bytes) => void (limit = bytes ?? Number.POSITIVE_INFINITY),
    paper: () =>
      printer
        .pieces()
        .map(({ bits }) => new TextDecoder().decode(bits))
        .toReversed(),
    outside: {
      draw: drawTexts,
      allowsHost: (host) => host !== 'printer.example',
      connect: async () => {
        if (!printing.isUp) throw new PrinterLost()
        return breaking(printer.connect())
      },
    },
  }
  return printing
}

/** What outside printers on the network say: a printer as a manager adds it. */
export const kitchenPrinter = {
  name: 'Kitchen',
  kind: 'escpos',
  address: '10.0.0.9:9100',
  width: 80,
  prints: [{ what: 'kitchen', on: 'accept', copies: 1 }],
  languages: ['en'],
  category_ids: null,
} as const
