import type { LogLevel } from '#server/node/config/config.ts'

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

export type Log = (event: string, fields?: Readonly<Record<string, unknown>>, level?: LogLevel) => void

/** Scripts wait for the one; the other says, once at the start, that a desk hears of no orders, or what else is amiss. */
const alwaysSaid = ['listening', 'configuration']

/** One JSON object a line on standard output; what is said at any level, and the rest from `least` on. */
export const createLog =
  (least: LogLevel): Log =>
  (event, fields = {}, level = 'info') => {
    if (!alwaysSaid.includes(event) && order.indexOf(level) < order.indexOf(least)) return
    process.stdout.write(`${logLine({ event, level, at: new Date().toISOString(), ...fields })}\n`)
  }

// What some readers take for the end of a line, a terminal for a command, or an eye for the other direction.
const misleading = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/g

/** An object as one line that can be nothing else: JSON itself writes the other control characters as their numbers. */
export const logLine = (entry: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(entry).replace(
    misleading,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
