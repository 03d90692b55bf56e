import type { LogLevel } from './config.ts'

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

export type Log = (event: string, fields?: Readonly<Record<string, unknown>>, level?: LogLevel) => void

/** One JSON object a line on standard output. `listening` is said at any level: scripts wait for it. */
export const createLog =
  (least: LogLevel): Log =>
  (event, fields = {}, level = 'info') => {
    if (event !== 'listening' && order.indexOf(level) < order.indexOf(least)) return
    process.stdout.write(`${JSON.stringify({ event, level, at: new Date().toISOString(), ...fields })}\n`)
  }
