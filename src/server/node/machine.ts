import type { Clock } from '#contract/clock.ts'
import { createSteady, systemClock, withoutShortJumps } from '#contract/system-clock.ts'
import type { Level } from '#server/runtime/bug.ts'
import { inWords, type LogStream } from './terminal-log.ts'
import { uptime } from 'node:os'

const order: readonly Level[] = ['debug', 'info', 'warn', 'error']

export type Log = (event: string, fields?: Readonly<Record<string, unknown>>, level?: Level) => void

/**
 * Logged at any level: scripts wait for `listening`; `configuration` reports at the start that no webhook is set up, or
 * another problem.
 */
const alwaysLogged = ['listening', 'configuration']

/**
 * Writes to standard output what is always logged, and everything from level `least` up: one JSON object per line, or
 * words if a person reads it on a terminal.
 */
export const createLog =
  (least: Level, stream: LogStream = process.stdout): Log =>
  (event, fields = {}, level = 'info') => {
    if (!alwaysLogged.includes(event) && order.indexOf(level) < order.indexOf(least)) return
    const now = new Date()
    const line = stream.isTTY
      ? inWords({ event, level, at: now.getTime(), fields: plainFields(fields) }, stream)
      : logLine({ event, level, at: now.toISOString(), ...fields })
    stream.write(`${line}\n`)
  }

/** Text as it is, unless something in it would need escaping; everything else as JSON. */
const plainFields = (fields: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).map(([name, value]) => {
    const json = escapeMisleading(JSON.stringify(value) ?? '')
    return [name, typeof value === 'string' && json === `"${value}"` ? value : json] as const
  })

// Characters that some readers take for a line end, a terminal for a command, or that change the text direction.
const misleading = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/g

/** Formats an object as exactly one line; JSON itself escapes the other control characters. */
export const logLine = (entry: Readonly<Record<string, unknown>>): string => escapeMisleading(JSON.stringify(entry))

const escapeMisleading = (json: string): string =>
  json.replace(misleading, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const steady = createSteady({
  wall: systemClock.now,
  monotonic: () => performance.now(),
  uptime: () => uptime() * 1000,
})

/** The clock of a server: the machine's, without short jumps. */
export const machineClock: Clock = { ...systemClock, steady, now: withoutShortJumps(systemClock.now, steady) }
