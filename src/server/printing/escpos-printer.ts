import type { Clock } from '#contract/clock.ts'
import type { PrinterCondition, PrintProblem } from '#contract/desk/printers.ts'
import { TimedOut, withTimeLimit } from '#server/runtime/tasks.ts'
import { conditionOf, doneRequest, isDone, isStatus, statusRequest } from './escpos.ts'

/** A connection to a printer. All but `close` reject with {@link PrinterLost} when it breaks. */
export interface PrinterConnection {
  /** Resolves when the network has taken the bytes. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** The next byte that the printer sends; undefined if none comes within this time in milliseconds. */
  read(ms: number): Promise<number | undefined>
  close(): void
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
/** A long ticket takes a printer some seconds. */
const printsWithinMs = 40_000
/** Some printers do not answer the request that comes after the ticket; then the real-time status has to do. */
const doneWithinMs = 4_000

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
  /** Printers that did not answer `doneRequest`, by address. */
  const withoutDone = new Set<string>()

  const reach = (address: string): Promise<PrinterConnection | undefined> =>
    withTimeLimit(clock, connectsWithinMs, (signal) => connect(address, signal)).catch((error: unknown) => {
      if (error instanceof TimedOut || error instanceof PrinterLost) return undefined
      throw error
    })

  async function status(connection: PrinterConnection, kind: 1 | 2 | 4): Promise<number | undefined> {
    await connection.write(statusRequest(kind))
    const until = clock.steady() + answersWithinMs
    for (let leftMs = answersWithinMs; leftMs > 0; leftMs = until - clock.steady()) {
      const byte = await connection.read(leftMs)
      if (byte === undefined || isStatus(byte)) return byte
    }
    return undefined
  }

  /** @returns undefined if it does not answer. */
  async function ask(connection: PrinterConnection): Promise<PrinterCondition | undefined> {
    const printer = await status(connection, 1)
    if (printer === undefined) return undefined
    const offline = await status(connection, 2)
    const paper = await status(connection, 4)
    return offline === undefined || paper === undefined ? undefined : conditionOf({ printer, offline, paper })
  }

  async function isDoneSaid(connection: PrinterConnection, address: string): Promise<boolean> {
    if (withoutDone.has(address)) return false
    await connection.write(doneRequest())
    const until = clock.steady() + doneWithinMs
    for (let leftMs = doneWithinMs; leftMs > 0; leftMs = until - clock.steady()) {
      const byte = await connection.read(leftMs)
      if (byte !== undefined && isDone(byte)) return true
    }
    return false
  }

  /** Sends the ticket and waits for its confirmation. @throws {PrinterLost} {TimedOut} */
  async function send(
    connection: PrinterConnection,
    address: string,
    commands: Uint8Array<ArrayBuffer>,
    onCondition: (condition: PrinterCondition) => void,
  ): Promise<PrintOutcome> {
    await dropUnasked(connection)
    await connection.write(commands)
    const isConfirmed = await isDoneSaid(connection, address)
    const condition = await ask(connection)
    if (condition) onCondition(condition)
    if (isConfirmed) return { is: 'printed' }
    const problem = condition ? problems[condition] : 'silent'
    if (problem) return { is: 'unknown', problem }
    // It is well after the whole ticket, so it has only no answer to that request.
    withoutDone.add(address)
    return { is: 'printed' }
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
      try {
        const condition = await ask(connection)
        if (condition) onCondition(condition)
        const problem = condition ? problems[condition] : 'silent'
        if (problem) return { is: 'not_printed', problem }
        if (!(await onBegin())) return undefined
        isBegun = true
        return await withTimeLimit(clock, printsWithinMs, () => send(connection, address, commands, onCondition))
      } catch (error) {
        if (!(error instanceof PrinterLost || error instanceof TimedOut)) throw error
        return isBegun ? { is: 'unknown', problem: 'interrupted' } : { is: 'not_printed', problem: 'unreachable' }
      } finally {
        connection.close()
      }
    },
  }
}
