import type { Clock } from '#contract/clock.ts'
import type { PrinterCondition, PrintProblem } from '#contract/desk/printers.ts'
import { TimedOut, withTimeLimit } from '#server/runtime/tasks.ts'
import {
  conditionOf,
  doneRequest,
  isDone,
  isStatus,
  isUnasked,
  saysNoPaper,
  statusRequest,
  unaskedLength,
} from './escpos.ts'

/** A connection to a printer. All but `close` reject with {@link PrinterLost} when it breaks. */
export interface PrinterConnection {
  /** Resolves when the system has taken the bytes; they may still be on their way. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** The next byte that the printer sends; undefined if none comes within this time in milliseconds. */
  read(ms: number): Promise<number | undefined>
  /** Ends the connection; `isAtOnce` drops what was not sent yet. */
  close(isAtOnce?: boolean): void
}

/** The printer cannot be reached, or the connection broke. */
export class PrinterLost extends Error {}

/** Connects to `host:port`. Rejects with {@link PrinterLost} also if the address may not be reached. */
export type ConnectPrinter = (address: string, signal: AbortSignal) => Promise<PrinterConnection>

interface EscposDeps {
  readonly clock: Clock
  readonly connect: ConnectPrinter
}

const connectsWithinMs = 5_000
const answersWithinMs = 2_000
/** Printers print at least 60 mm a second. A row of dots takes up to 72 bytes. */
const printsWithinMs = ({ length }: Uint8Array): number => 20_000 + length / 8
/** Some printers do not know `doneRequest`; an idle one that does answers at once. */
const doneWithinMs = 1_000

const unaskedAtMost = 256

type PrintOutcome =
  | { readonly is: 'printed' }
  /** Not a byte of the ticket was sent. */
  | { readonly is: 'not_printed'; readonly problem: PrintProblem }
  /** Some of it was sent, and the printer did not confirm it. */
  | { readonly is: 'unknown'; readonly problem: PrintProblem }

export interface EscposPrinter {
  /** Asks a printer how it is. @returns undefined if it cannot be reached or does not answer. */
  look(address: string): Promise<PrinterCondition | undefined>
  /**
   * Prints. `onBegin` is called after the printer has said that it can print and before the first byte of the ticket;
   * if it resolves with false, nothing is sent. `onCondition` gets what the printer says of itself.
   */
  print(
    address: string,
    commands: Uint8Array<ArrayBuffer>,
    onBegin: () => Promise<boolean>,
    onCondition: (condition: PrinterCondition) => void,
  ): Promise<PrintOutcome | undefined>
}

const problems: Readonly<Partial<Record<PrinterCondition, PrintProblem>>> = {
  paper_out: 'paper_out',
  cover_open: 'cover_open',
  error: 'error',
}

/** Some printers report changes unasked; a byte from before the ticket must not confirm it. */
async function dropUnasked(connection: PrinterConnection): Promise<void> {
  for (let dropped = 0; dropped < unaskedAtMost && (await connection.read(0)) !== undefined; dropped += 1);
}

/** The conversation with a printer by ESC/POS over TCP: one connection for each ticket, because most allow one. */
export function createEscposPrinter({ clock, connect }: EscposDeps): EscposPrinter {
  /** Whether a printer answers `doneRequest`, by address. */
  const confirms = new Map<string, boolean>()

  const reach = (address: string): Promise<PrinterConnection | undefined> =>
    withTimeLimit(clock, connectsWithinMs, (signal) => connect(address, signal)).catch((error: unknown) => {
      if (error instanceof TimedOut || error instanceof PrinterLost) return undefined
      throw error
    })

  /** The next byte that is an answer of this kind; undefined if none comes within this time in milliseconds. */
  async function answer(
    connection: PrinterConnection,
    isAnswer: (byte: number) => boolean,
    ms: number,
  ): Promise<number | undefined> {
    const until = clock.steady() + ms
    let unasked = 0
    for (let leftMs = ms; leftMs > 0; leftMs = until - clock.steady()) {
      const byte = await connection.read(leftMs)
      if (byte === undefined) return undefined
      if (unasked > 0) unasked -= 1
      else if (isUnasked(byte)) unasked = unaskedLength - 1
      else if (isAnswer(byte)) return byte
    }
    return undefined
  }

  async function status(connection: PrinterConnection, kind: 1 | 2 | 4, ms: number): Promise<number | undefined> {
    await connection.write(statusRequest(kind))
    return answer(connection, isStatus, ms)
  }

  /** @returns undefined if it does not answer within this time. */
  async function ask(connection: PrinterConnection, ms = answersWithinMs): Promise<PrinterCondition | undefined> {
    const printer = await status(connection, 1, ms)
    if (printer === undefined) return undefined
    const offline = await status(connection, 2, ms)
    const paper = await status(connection, 4, ms)
    return offline === undefined || paper === undefined ? undefined : conditionOf({ printer, offline, paper })
  }

  /** Whether the printer answers `doneRequest`: asked once, while it is idle. */
  async function mayConfirm(connection: PrinterConnection, address: string): Promise<boolean> {
    const known = confirms.get(address)
    if (known !== undefined) return known
    await connection.write(doneRequest())
    const does = (await answer(connection, isDone, doneWithinMs)) !== undefined
    confirms.set(address, does)
    return does
  }

  /** Sends the ticket and waits for its confirmation. @throws {PrinterLost} */
  async function send(
    connection: PrinterConnection,
    commands: Uint8Array<ArrayBuffer>,
    isConfirming: boolean,
    onCondition: (condition: PrinterCondition) => void,
  ): Promise<PrintOutcome> {
    const withinMs = printsWithinMs(commands)
    await connection.write(commands)
    let done: number | undefined
    if (isConfirming) {
      await connection.write(doneRequest())
      done = await answer(connection, isDone, withinMs)
    }
    // A printer with a small buffer comes to this only when it has printed most of the ticket.
    const condition = await ask(connection, isConfirming ? answersWithinMs : withinMs)
    if (condition) onCondition(condition)
    if (isConfirming) {
      if (done === undefined) return { is: 'unknown', problem: (condition && problems[condition]) ?? 'silent' }
      return saysNoPaper(done) ? { is: 'unknown', problem: 'paper_out' } : { is: 'printed' }
    }
    const problem = condition ? problems[condition] : 'silent'
    return problem ? { is: 'unknown', problem } : { is: 'printed' }
  }

  return {
    async look(address) {
      const connection = await reach(address)
      try {
        return connection && (await ask(connection))
      } catch (error) {
        if (error instanceof PrinterLost) return undefined
        throw error
      } finally {
        connection?.close()
      }
    },
    async print(address, commands, onBegin, onCondition) {
      const connection = await reach(address)
      if (!connection) return { is: 'not_printed', problem: 'unreachable' }
      let isBegun = false
      let isWhole = false
      try {
        await dropUnasked(connection)
        const condition = await ask(connection)
        if (condition) onCondition(condition)
        const problem = condition ? problems[condition] : 'silent'
        if (problem) return { is: 'not_printed', problem }
        const isConfirming = await mayConfirm(connection, address)
        if (!(await onBegin())) return undefined
        isBegun = true
        const limitMs = 4 * printsWithinMs(commands)
        const outcome = await withTimeLimit(clock, limitMs, () => send(connection, commands, isConfirming, onCondition))
        isWhole = outcome.is === 'printed'
        return outcome
      } catch (error) {
        if (!(error instanceof PrinterLost || error instanceof TimedOut)) throw error
        return isBegun ? { is: 'unknown', problem: 'interrupted' } : { is: 'not_printed', problem: 'unreachable' }
      } finally {
        // A ticket that was given up must not come out while the next one is sent.
        connection.close(isBegun && !isWhole)
      }
    },
  }
}
