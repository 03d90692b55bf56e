import {
  dotsOf,
  type PaperWidth,
  type PrinterCondition,
  type PrinterKind,
  type PrintJobState,
  type PrintMoment,
  type PrintProblem,
  type PrintRule,
  type TicketKind,
  type TicketLanguage,
} from '#contract/desk/printers.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderRecord } from './order.ts'

// Printers, and what is to be printed when. Timestamps are milliseconds since 1970 on the desk's clock.

export interface PrinterRecord {
  readonly id: string
  readonly name: string
  readonly kind: PrinterKind
  /** `host:port`; null for a printer that asks. */
  readonly address: string | null
  /** SHA-256 in base64url of the key in its address; null for a printer that does not ask. */
  readonly keyHash: string | null
  readonly width: PaperWidth
  readonly prints: readonly PrintRule[]
  readonly languages: readonly TicketLanguage[]
  readonly categoryIds: readonly string[] | null
  readonly backupId: string | null
  readonly opensDrawer: boolean
  /** What was accepted or made ready before then is not printed by itself. */
  readonly setUpAt: number
  readonly state: PrinterState
}

export interface PrinterState {
  readonly is: PrinterCondition
  /** Since when it is so. */
  readonly since: number
  /** When it last said anything; null if it never did. */
  readonly seenAt: number | null
}

/** One ticket on one printer: each copy and each bag is a job of its own. */
export interface PrintJob {
  readonly id: string
  /** What makes it one job over all servers: order, printer, ticket, moment and copy. */
  readonly occasion: string
  /** Null for a test print. */
  readonly orderId: OrderId | null
  readonly number: string | null
  readonly printerId: string
  /** The printer whose lines and languages it has: another one while a back-up printer stands in. */
  readonly forPrinterId: string
  /** The printer for which this one stands in, by name. */
  readonly standsInFor: string | null
  readonly what: TicketKind | 'test'
  /** "Bag 2 of 3"; 1 of 1 says nothing. */
  readonly bag: number
  readonly bags: number
  /** "Copy 1 of 2" of a rule that prints several. */
  readonly sheet: number
  readonly sheets: number
  /** 2 for the first reprint; 1 for the original. */
  readonly copy: number
  readonly state: PrintJobState
  readonly createdAt: number
  /** Not tried before then. */
  readonly dueAt: number
  readonly tries: number
  readonly problem: PrintProblem | null
  /** Increases with every write, so that of two servers one wins. */
  readonly revision: number
}

export const dotsAcross = ({ width }: Pick<PrinterRecord, 'width'>): number => dotsOf[width]

const second = 1000

/** A printer that says nothing for so long counts as unreachable, and what waits so long goes to its back-up. */
export const silentAfterMs = 30 * second
/** A job that could not be printed for so long waits for a person: the order may be long gone. */
const triedForMs = 30 * 60 * second

/** The pause after each failed try; the last one repeats. */
const longestPauseMs = 30 * second
const pausesMs = [...[1, 2, 5, 10, 20].map((seconds) => seconds * second), longestPauseMs]

/** Whether a job may be tried now. One that is due later than any pause is due: the clock was set back since. */
export const isDue = ({ state, dueAt }: PrintJob, now: number): boolean =>
  state === 'queued' && (dueAt <= now || dueAt - now > longestPauseMs)

/** Whether a queued job has waited so long that it is no longer printed by itself. */
export const isTooLate = ({ state, createdAt }: PrintJob, now: number): boolean =>
  state === 'queued' && now - createdAt >= triedForMs

/** Whether a job can still change by itself. */
export const isPending = ({ state }: Pick<PrintJob, 'state'>): boolean => state === 'queued' || state === 'sending'

/** A job that has certainly not been printed: it is tried again, or waits for a person after half an hour. */
export function afterFailure(job: PrintJob, problem: PrintProblem, now: number): PrintJob {
  if (now - job.createdAt >= triedForMs) return { ...job, state: 'failed', problem: 'too_late' }
  const pauseMs = pausesMs[Math.min(job.tries, pausesMs.length) - 1] ?? second
  return { ...job, state: 'queued', problem, dueAt: now + pauseMs }
}

/** The moments of an order that have come, each with its time. An order that became ready was also accepted. */
function momentsOf({ lane, lastDone, receivedAt }: OrderRecord): readonly (readonly [PrintMoment, number])[] {
  if (lane !== 'preparing' && lane !== 'ready') return []
  // An order that was answered in the service itself has no time of ours.
  const accepted = ['accept', lastDone?.action === 'accept' ? lastDone.at : receivedAt] as const
  return lane === 'ready' ? [accepted, ['ready', lastDone?.at ?? receivedAt]] : [accepted]
}

/** The categories for which some printer prints tickets by itself; null if one prints all lines. */
export function coveredCategories(printers: readonly PrinterRecord[], what: TicketKind): readonly string[] | null {
  const responsible = printers.filter(({ prints }) => prints.some((rule) => rule.what === what && rule.on !== 'demand'))
  const ids = responsible.map(({ categoryIds }) => categoryIds)
  return ids.includes(null) ? null : ids.flatMap((each) => each ?? [])
}

type NewJob = Pick<PrintJob, 'occasion' | 'printerId' | 'sheet' | 'sheets'> & { readonly what: TicketKind }

/** Nobody packs by a ticket that is a day late. */
const latestMs = 24 * 60 * 60 * second

/** The jobs of an order that its moments ask for; each has one occasion, however often it is asked for. */
export const jobsOf = (record: OrderRecord, printers: readonly PrinterRecord[], now: number): readonly NewJob[] =>
  momentsOf(record).flatMap(([moment, at]) =>
    printers
      // One that was set up in the future was set up before the clock was set back.
      .filter(({ setUpAt }) => (at >= setUpAt || setUpAt > now) && now - at < latestMs)
      .flatMap(({ id, prints }) =>
        prints
          .filter(({ on }) => on === moment)
          .flatMap(({ what, copies }) =>
            Array.from({ length: copies }, (_, copy) => ({
              occasion: [record.orderId, id, moment, what, copy + 1].join(' '),
              printerId: id,
              what,
              sheet: copy + 1,
              sheets: copies,
            })),
          ),
      ),
  )
