export type Level = 'debug' | 'info' | 'warn' | 'error'
export type Log = (event: string, fields: Readonly<Record<string, unknown>>, level?: Level) => void

/** Describes a bug for the log, without its message, which may quote what a client sent. */
export function bugIn(thrown: unknown): Readonly<Record<string, unknown>> {
  if (!(thrown instanceof Error)) return { error: typeof thrown }
  const { name, message, stack } = thrown
  return { error: name, stack: stack?.replace(message, '').match(/^ +at .*$/gm) }
}

/** Logs a bug; `where` is the code in which it occurred. */
export const logBug = (log: Log, where: string, thrown: unknown): void =>
  log('failed', { where, ...bugIn(thrown) }, 'error')
