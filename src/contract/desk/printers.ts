import { endpoint } from '#contract/endpoint.ts'
import { AnyNumber, Flag, Integer, NullableText, oneOf, OptionalText, Text, Texts } from '#contract/plain.ts'
import * as z from 'zod/mini'

// The shop's printers, which the server prints on by itself. Timestamps are ISO 8601 in UTC, on the server's clock.

/** How a printer gets its jobs: the server connects to it (ESC/POS), or it asks the server. */
export const printerKinds = ['escpos', 'cloudprnt', 'epson'] as const
export type PrinterKind = (typeof printerKinds)[number]

/** Width of the paper in millimetres, and the printed dots in a row at 203 dpi. */
export const dotsOf = { 58: 384, 80: 576 } as const
export type PaperWidth = keyof typeof dotsOf
const PaperWidth = z.custom<PaperWidth>((value) => value === 58 || value === 80)

/** A kitchen ticket has the lines, a bag label the number and the customer, a full ticket everything. */
export const ticketKinds = ['kitchen', 'bag', 'full'] as const
export type TicketKind = (typeof ticketKinds)[number]

export const printMoments = ['accept', 'ready', 'demand'] as const
export type PrintMoment = (typeof printMoments)[number]

export const copiesAtMost = 5

const PrintRule = z.object({ what: oneOf(ticketKinds), on: oneOf(printMoments), copies: Integer })
export type PrintRule = z.infer<typeof PrintRule>

export const ticketLanguages = ['en', 'ar', 'fr'] as const
export type TicketLanguage = (typeof ticketLanguages)[number]

/** In these a printer does not print; `unreachable` after 30 s of silence. */
export const failedConditions = ['paper_out', 'cover_open', 'error', 'unreachable'] as const
export type FailedCondition = (typeof failedConditions)[number]

/** What a printer last said of itself; `unknown` before it said anything. */
export const printerConditions = ['ready', 'paper_low', ...failedConditions, 'unknown'] as const
export type PrinterCondition = (typeof printerConditions)[number]

const PrinterState = z.object({ is: oneOf(printerConditions), since: Text, seen_at: NullableText })

const printerFields = {
  name: Text,
  kind: oneOf(printerKinds),
  /** `host:port` of an ESC/POS printer; null for the kinds that ask. */
  address: NullableText,
  width: PaperWidth,
  prints: z.array(PrintRule),
  /** One, or two to print both on one ticket. */
  languages: z.array(oneOf(ticketLanguages)),
  /** Prints only lines of these categories, and lines without a known category; null prints all. */
  category_ids: z.nullable(Texts),
  /** The printer that takes over what has waited 30 s. */
  backup_id: NullableText,
  /** Opens the cash drawer with each full ticket. */
  opens_drawer: Flag,
}

const Printer = z.object({ id: Text, ...printerFields, state: PrinterState })
export type Printer = z.infer<typeof Printer>

/** With `poll_url`, which is shown once: the address that the printer asks, with its key. */
const NewPrinter = z.object({ data: z.extend(Printer, { poll_url: OptionalText }) })

const jobStates = ['queued', 'sending', 'printed', 'failed', 'unknown'] as const
export type PrintJobState = (typeof jobStates)[number]

/** Why a job has not been printed. */
export const printProblems = [
  'unreachable',
  'silent',
  'paper_out',
  'cover_open',
  'error',
  'refused',
  'interrupted',
  'order_gone',
  'order_closed',
  'not_drawn',
  'cancelled',
  'too_late',
] as const
export type PrintProblem = (typeof printProblems)[number]

const PrintJob = z.object({
  id: Text,
  /** Null for a test print. */
  order_id: NullableText,
  /** The order's print number; null if it is not known. */
  number: NullableText,
  printer_id: Text,
  /** The printer for which this one stands in, by name. */
  stands_in_for: NullableText,
  what: oneOf([...ticketKinds, 'test']),
  state: oneOf(jobStates),
  is_reprint: Flag,
  /** Somebody has asked for a further copy instead. */
  printed_again: Flag,
  created_at: Text,
  /** How often it was tried. */
  tries: AnyNumber,
  problem: z.nullable(oneOf(printProblems)),
})
export type PrintJob = z.infer<typeof PrintJob>

const OneJob = z.object({ data: PrintJob })
const changes = z.partial(z.object(printerFields))

export const printing = {
  printers: endpoint({ method: 'GET', path: '/api/desk/printers', answer: z.object({ data: z.array(Printer) }) }),
  /** 422 `bad_printer` and `bad_address`, 409 `name_taken`. */
  addPrinter: endpoint({ method: 'POST', path: '/api/desk/printers', body: changes, answer: NewPrinter }),
  /** Changes the given fields; the kind stays. */
  changePrinter: endpoint({
    method: 'PATCH',
    path: '/api/desk/printers/:printerId',
    body: changes,
    answer: z.object({ data: Printer }),
  }),
  /** Removes a printer. What waits for it fails. */
  removePrinter: endpoint({
    method: 'DELETE',
    path: '/api/desk/printers/:printerId',
    answer: z.object({ data: z.object({ id: Text }) }),
  }),
  testPrinter: endpoint({ method: 'POST', path: '/api/desk/printers/:printerId/test', answer: OneJob }),
  /** Prints a ticket by hand; for a signed-in person. `bags` above 1 prints a label for each. */
  printOrder: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:orderId/print',
    body: z.object({ printer_id: Text, what: oneOf(ticketKinds), bags: z.optional(Integer) }),
    answer: OneJob,
  }),
  /** The printers that print on demand, for whoever is signed in. */
  choices: endpoint({
    method: 'GET',
    path: '/api/desk/printer-choices',
    answer: z.object({
      data: z.array(z.object({ id: Text, name: Text, prints: z.array(oneOf(ticketKinds)) })),
    }),
  }),
  /** The last 100, newest first. */
  jobs: endpoint({ method: 'GET', path: '/api/desk/print-jobs', answer: z.object({ data: z.array(PrintJob) }) }),
  /** For a signed-in person: prints a failed or unknown job again; the paper says REPRINT if the first may have come out. */
  printAgain: endpoint({ method: 'POST', path: '/api/desk/print-jobs/:jobId/again', answer: OneJob }),
} as const
